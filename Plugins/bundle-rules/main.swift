/// Writes the Swift source of `BundledRuleFile.all`: rule files with what must be known of each before it is read.
///
/// usage: bundle-rules OUTPUT FILE...     the files in the order in which their rules are tried
import CJansson
import Glibc

/// A value of JSON. What it lies in is never freed.
struct Value {
    private let json: UnsafeMutablePointer<json_t>

    private init?(_ json: UnsafeMutablePointer<json_t>?) {
        guard let json else { return nil }
        self.json = json
    }

    /// The value of a text; what is wrong with it ends the program.
    init(_ text: String, in path: String) {
        var error = json_error_t()
        guard let json = json_loads(text, 0, &error) else {
            fail("\(path):\(error.line):\(error.column): error: this is not JSON")
        }
        self.json = json
    }

    /// A member of an object; nil where there is none.
    subscript(name: String) -> Value? { Value(json_object_get(json, name)) }

    var text: String? { json_string_value(json).map { String(cString: $0) } }

    /// The elements of an array; none of another value.
    var elements: [Value] { (0..<json_array_size(json)).compactMap { Value(json_array_get(json, $0)) } }

    /// The members of an object in their order; none of another value.
    var members: [(name: String, value: Value)] {
        sequence(first: json_object_iter(json)) { json_object_iter_next(json, $0) }
            .prefix { $0 != nil }
            .compactMap { member in
                guard let name = json_object_iter_key(member), let value = Value(json_object_iter_value(member)) else {
                    return nil
                }
                return (String(cString: name), value)
            }
    }
}

struct File {
    /// `books` of `10-books.json`.
    let name: String
    let text: String
    private let value: Value

    init(_ path: String) {
        let name = path.split(separator: "/").last?.prefix { $0 != "." } ?? ""
        self.name = String(name.drop { $0.isNumber || $0 == "-" })
        guard let stream = fopen(path, "r") else { fail("\(path): error: it cannot be read") }
        defer { fclose(stream) }
        let bytes = sequence(state: ()) { _ in UInt8(exactly: getc(stream)) }
        text = String(decoding: Array(bytes), as: UTF8.self)
        value = Value(text, in: path)
    }

    /// For each kind that the file defines, the kinds of the codes that may be of it; nil: all.
    var definitions: [(kind: String, sources: Set<String>?)] {
        (value["kinds"]?.elements ?? []).map { kind in
            let forms = kind["forms"]?.elements ?? [kind]
            return (kind["kind"]?.text ?? "", Self.union(forms.map(Self.kinds)))
        }
    }

    /// The kinds that its rules match, built in or of rule files; nil: all.
    var matchedKinds: Set<String>? { Self.union((value["rules"]?.elements ?? []).map(Self.kinds)) }

    /// The kinds that `when` names; nil where any may match.
    private static func kinds(_ rule: Value) -> Set<String>? {
        guard let kinds = rule["when"]?["kind"] else { return nil }
        return Set(kinds.text.map { [$0] } ?? kinds.elements.compactMap(\.text))
    }

    /// The kinds that one of several names; nil, all, where one is.
    static func union(_ several: [Set<String>?]) -> Set<String>? {
        several.reduce([]) { all, kinds in
            guard let all, let kinds else { return nil }
            return all.union(kinds)
        }
    }

    /// The hosts in the URLs of rules and services, as long as the user sets no constant.
    var hosts: Set<String> {
        let urls = ["rules", "services"].compactMap { value[$0] }.flatMap(urls)
        return Set(urls.map(withConstants).compactMap(Self.host))
    }

    private func urls(_ value: Value) -> [String] {
        value.elements.flatMap(urls)
            + value.members.flatMap { name, value in
                if name == "url", let url = value.text { [url] } else { urls(value) }
            }
    }

    private func withConstants(_ url: String) -> String {
        (value["constants"]?.members ?? []).reduce(url) {
            $0.replacing("{const.\($1.name)}", with: $1.value.text ?? "")
        }
    }

    private static func host(_ url: String) -> String? {
        guard let scheme = ["https://", "http://"].first(where: url.hasPrefix) else { return nil }
        let host = url.dropFirst(scheme.count).prefix { !"/?#:{".contains($0) }
        return host.isEmpty ? nil : host.lowercased()
    }
}

/// Ends the program with a message.
func fail(_ message: String) -> Never {
    print(message)
    exit(1)
}

let arguments = CommandLine.arguments
guard arguments.count > 2 else { fail("usage: bundle-rules OUTPUT FILE...") }
let files = arguments.dropFirst(2).map(File.init)
let definitions = files.flatMap(\.definitions)
var rows: [(kinds: Set<String>?, row: String)] = []
for file in files {
    // Rules for a kind of a rule file match what this kind is made of, whichever file defines it.
    let matched = file.matchedKinds.flatMap { kinds in
        File.union(
            kinds.map { kind in
                let sources = definitions.filter { $0.kind == kind }.map(\.sources)
                return sources.isEmpty ? [kind] : File.union(sources)
            })
    }
    let kinds = File.union([matched] + file.definitions.map(\.sources))
    let list = kinds.map { "[\($0.sorted().map { ".\($0)" }.joined(separator: ", "))]" } ?? "nil"
    let hosts = file.hosts.sorted().map { "\"\($0)\"" }.joined(separator: ", ")
    // The closing delimiter is on a line of its own, and its line break not part of the text.
    let row = """
        BundledRuleFile(name: "bundled:\(file.name)", kinds: \(list), hosts: [\(hosts)], text: ###\"""
        \(file.text)
        \"""###),

        """
    rows.append((kinds, row))
}
// The rules for codes of any kind show what no other rule took.
let sorted = rows.filter { $0.kinds != nil } + rows.filter { $0.kinds == nil }
let source = """
    import BeelineContent

    extension BundledRuleFile {
        /// The files in the order in which their rules are tried.
        static let all: [BundledRuleFile] = [
    \(sorted.map(\.row).joined())]
    }

    """
guard let output = fopen(arguments[1], "w"), fputs(source, output) >= 0, fclose(output) == 0 else {
    fail("\(arguments[1]): error: it cannot be written")
}
