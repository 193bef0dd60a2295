import BeelineSupport
import BeelineSymbols

/// What can be read, for programs.
enum FormatJSON {
    static func document(_ list: FormatList) -> [UInt8] {
        var json = JSONWriter()
        json.object { json in
            json.member("version", 1)
            json.name("symbologies")
            json.array { json in
                for entry in list.symbologies {
                    json.object { json in
                        json.member("symbology", entry.symbology.name)
                        json.member("title", entry.symbology.title)
                        json.name("decoders")
                        json.array { json in for name in entry.decoders { json.value(name) } }
                    }
                }
            }
            json.name("images")
            json.array { json in for name in list.images { json.value(name) } }
            json.name("decoders")
            json.array { json in
                for decoder in list.decoders {
                    json.object { json in
                        json.member("decoder", decoder.name)
                        if !decoder.version.isEmpty { json.member("version", decoder.version) }
                    }
                }
            }
            json.member("sandbox", list.sandbox.name)
            if list.pdfSandbox != nil { json.member("pdfSandbox", list.pdfSandbox.name) }
            json.name("missing")
            json.array { json in
                for missing in list.missing {
                    json.object { json in
                        if missing.isSymbology {
                            json.member("symbology", missing.name)
                        } else {
                            json.member("image", missing.name)
                        }
                        json.member("title", missing.title)
                        json.member("reason", missing.reason)
                    }
                }
            }
        }
        json.endLine()
        return json.bytes
    }
}
