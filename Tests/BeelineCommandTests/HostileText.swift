import BeelineSymbols
import BeelineWorkers
import Foundation
import TestPrograms

/// A text with everything that could disturb output: each kind of line break, followed by a line; escape sequences;
/// direction marks; invisible characters.
enum HostileText {
    /// Begins each line that the text tries to forge.
    static let mark = "FORGED"

    static let text =
        ["\n", "\r", "\u{B}", "\u{C}", "\u{85}", "\u{2028}", "\u{2029}"].map { "a\($0)\(mark)" }.joined()
        + "\u{1}\u{8}\u{1B}[2J\u{1B}]0;title\u{7}\u{7F}\u{9B}2J\u{9D}0;title\u{9C}"
        + "\u{61C}\u{200E}\u{200F}\u{202A}\u{202B}\u{202C}\u{202D}\u{202E}\u{2066}\u{2067}\u{2068}\u{2069}"
        + "\u{200B}\u{2060}\u{FEFF}\u{AD}\u{180E}\u{FFF9}\u{3164}\u{E0041}\u{FE0F}\u{E0101}\u{E000}"
        + "p\u{200D}a\u{200C}y" + String(repeating: "\u{301}", count: 20)

    /// The same where spreadsheets look for formulas.
    static let formula = "=1+1" + text

    /// As a text of JSON in which only that is escaped which must be.
    static let json = quoted(text)

    static func quoted(_ text: String) -> String {
        let parts = text.unicodeScalars.map { scalar -> String in
            switch scalar {
            case "\"", "\\": "\\\(scalar)"
            case "\u{0}"..."\u{1F}": "\\u00" + (scalar.value < 16 ? "0" : "") + String(scalar.value, radix: 16)
            default: String(scalar)
            }
        }
        return "\"\(parts.joined())\""
    }

    /// As a text of XML.
    static let xml = String(
        String.UnicodeScalarView(text.unicodeScalars.filter { $0.value >= 0x20 || ["\n", "\r"].contains($0) }))

    /// What reads an output.
    enum Reader {
        case person, json, csv, picture
    }

    /// What is wrong with an output, in words; nil where nothing is.
    static func fault(_ bytes: [UInt8], for reader: Reader) -> String? {
        guard let output = String(validating: bytes, as: UTF8.self) else { return "it is not UTF-8" }
        // The program's own colours.
        let text = reader == .person ? output.replacing(/\u{1B}\[[0-9;]*m/, with: "") : output
        var marks = 0
        var before: Unicode.Scalar = "\n"
        for scalar in text.unicodeScalars {
            marks = (0x300...0x36F).contains(scalar.value) ? marks + 1 : 0
            let isHidden =
                switch scalar {
                case "\n": false
                case "\u{0}"..."\u{1F}", "\u{7F}"..."\u{9F}", "\u{61C}", "\u{200E}", "\u{200F}",
                    "\u{2028}"..."\u{202E}",
                    "\u{2066}"..."\u{2069}":
                    true
                case "\u{200B}", "\u{2060}", "\u{FEFF}", "\u{AD}", "\u{180E}", "\u{FFF9}", "\u{3164}", "\u{E000}",
                    "\u{E0000}"..."\u{E007F}":
                    reader != .json
                case "\u{200C}", "\u{200D}", "\u{FE0F}", "\u{E0101}":
                    reader == .person && before.properties.isBidiControl == false && before.isASCII
                default: marks > 8 && reader == .person
                }
            if isHidden { return "U+\(String(scalar.value, radix: 16)) stands in \(text.debugDescription)" }
            before = scalar
        }
        guard reader != .picture else { return nil }
        for line in text.split(separator: "\n") where line.drop(while: { $0 == " " || $0 == "\"" }).hasPrefix(mark) {
            return "a line begins with \(line.debugDescription)"
        }
        return nil
    }
}

/// A folder in which every file, and every name of one, is hostile.
struct HostileFolder: Sendable {
    let folder: TemporaryFolder
    let worker: FakeWorker
    let environment: [String: String]

    private static let json = HostileText.json

    static func make() async throws -> HostileFolder {
        let greeting =
            #","decoders":[{"name":\#(json),"version":\#(json),"symbologies":[\#(json)]}],"formats":[\#(json)]"#
            + #","images":[\#(json)],"sandbox":\#(json)"#
        let worker = try await FakeWorker.make(capabilities: "")
        let folder = try TemporaryFolder()
        try folder.write("greeting", "{\"protocol\":\(WorkerGreeting.currentProtocol)\(greeting)}\n")
        _ = try await folder.writeScript(
            "greeting-worker", "exec python3 -S -c '\(greetingWorker)' '\(folder.path("greeting"))'")
        try rules(in: folder)
        try images(in: folder)
        try others(in: folder)
        try plugin(in: folder)
        return HostileFolder(
            folder: folder, worker: worker,
            environment: worker.environment.merging(["XDG_DATA_HOME": folder.path("data")]) { $1 })
    }

    /// A worker that greets with what a file says, and then ends.
    private static let greetingWorker = """
        import socket, sys
        with socket.socket(fileno=0) as channel:
            channel.sendall(open(sys.argv[1], "rb").read())
            channel.recv(1 << 16)
        """

    private static func rules(in folder: TemporaryFolder) throws {
        let rule =
            #"{"id":"r","title":\#(json),"when":{"text":{"prefix":"a"}},"#
            + #""do":[{"action":"emit","fields":{"t":"{text}","u":\#(json)}},{"action":"record","fields":{"remark":\#(json)}}]}"#
        let other =
            #"{"id":"s","title":\#(json),"when":{"text":\#(json),"kind":"isbn"},"do":[{"action":"emit","fields":{"a":\#(json)}}]}"#
        let test =
            #"{"title":\#(json),"scan":{"text":\#(json)},"#
            + #""expect":{"rule":"s","fields":{"text":"x"},"do":[{"text":\#(json)}]}}"#
        let sound = #"{"version":1,"rules":[\#(other),\#(rule)],"tests":[\#(test)]}"#
        try folder.write("sound.json", sound)
        try folder.write(HostileText.text + ".json", sound)
        try folder.write(
            "mistakes.json",
            #"{"version":1,\#(json):1,"constants":{\#(json):\#(json)},"disable":[\#(json)],"include":[\#(json)],"#
                + #""rules":[{"id":\#(json),"title":5,"when":{\#(json):1,"kind":\#(json),"text":{\#(json):\#(json)}},"#
                + #""do":[{"action":\#(json),\#(json):\#(json)},{"action":"open-url","url":\#(json)}]}],"tests":[{"scan":{"text":"x","symbology":\#(json)},"expect":\#(json)}]}"#
        )
        try folder.write("no-json.json", #"{"version":1,"a":"b"  \#(HostileText.xml)}"#)
        try folder.write("config/beeline/policy.json", #"{"allow":[\#(json)],\#(json):1,"deny":\#(json)}"#)
        try folder.write("named/beeline/policy.json", #"{"deny":["emit",\#(json)]}"#)
    }

    private static func images(in folder: TemporaryFolder) throws {
        let symbol = #"{"symbology":\#(json),"text":\#(json),"charset":\#(json),"decoder":\#(json)}"#
        let page =
            #"{"page":1,"width":9,"height":9,"error":{"code":"unreadable-image","message":\#(json)},"#
            + #""diagnosis":{"tried":[\#(json)],"findings":[]}}"#
        let loss = #"{"pass":\#(json),"page":2,"reason":\#(json)}"#
        try folder.write("answer", #"{"symbols":[\#(symbol)],"pages":[\#(page)],"losses":[\#(loss)]}"#)
        try folder.write(HostileText.text, #"{"symbols":[\#(symbol)],"pages":[],"losses":[]}"#)
        try folder.write("error", #"{"error":{"code":"unreadable-image","message":\#(json)}}"#)
        try folder.write("error-code", #"{"error":{"code":\#(json),"message":\#(json)}}"#)
        try folder.write("nonsense", HostileText.xml)
        try folder.write("names", Array(HostileText.text.utf8) + [0] + Array("missing \(HostileText.text)".utf8))
    }

    private static func others(in folder: TemporaryFolder) throws {
        let cell = HostileText.text.replacing("\"", with: "")
        try folder.write("sound.csv", "code,name\n\"\(cell)\",\"\(HostileText.formula)\"\n=2+2,\"-1+1\"\n")
        try folder.write("mistakes.csv", "code,\"\(cell)\"\n1,2,3\n\"\(cell)\"\n\"\(cell)\"\n")
        try folder.write("labels.csv", "text,format,copies\n\"\(cell)\",\"\(cell)\",\"\(cell)\"\n\"\(cell)\",qr,1\n")
        try folder.write("head.csv", "\"\(cell)\"\n1\n")
        for (name, day, agency) in [
            ("ranges.xml", HostileText.xml, "Japan"), ("agencies.xml", "today", HostileText.xml),
            ("sound.xml", "today", "Japan"),
        ] {
            try folder.write(
                name,
                """
                <?xml version="1.0" encoding="utf-8"?>
                <ISBNRangeMessage><MessageDate>\(day)</MessageDate><RegistrationGroups><Group>
                <Prefix>978-4</Prefix><Agency>\(agency)</Agency>
                <Rules><Rule><Range>0000000-1999999</Range><Length>2</Length></Rule></Rules>
                </Group></RegistrationGroups></ISBNRangeMessage>
                """)
        }
        try folder.write("bad-ranges.xml", "<\(HostileText.xml)>")
        try folder.write("text", HostileText.text)
    }

    private static func plugin(in folder: TemporaryFolder) throws {
        let answer = #"{"id":1,"status":"done","message":\#(json),"results":{"said":\#(json)}}"#
        for (name, answer) in [("good", answer), ("bad", #"{"id":1,"status":\#(json)}"#), ("mad", HostileText.xml)] {
            try folder.write("plugins/\(name)/answer", answer.replacing("\n", with: " ") + "\n")
            try folder.write("plugins/\(name)/voice", HostileText.text + "\n")
            try folder.write("plugins/\(name)/run.sh", "cat voice >&2; while read -r line; do cat answer; done")
            try folder.write(
                "plugins/\(name)/plugin.json",
                #"{"version":1,"name":"\#(name)","summary":\#(json),"command":["sh","run.sh"],"timeLimit":60,"#
                    + #""actions":[{"name":"\#(name)","summary":\#(json),"results":["said"]}]}"#)
            try folder.write(
                "plugins/\(name).json",
                #"{"version":1,"rules":[{"id":"r","title":\#(json),"when":{},"do":[{"action":"\#(name)"}]}]}"#)
        }
        try folder.write(
            "broken/plugin.json",
            #"{"version":1,"name":\#(json),\#(json):1,"command":[\#(json)],"actions":[{"name":\#(json)}]}"#)
    }
}
