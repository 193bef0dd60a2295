import Beeline
import BeelineSupport
import Glibc

/// `beeline plugins list`: the actions that rules may name.
struct PluginsListCommand {
    private let entries: [Entry]
    private let isJSON: Bool
    private let style: Style

    private struct Entry {
        let action: ActionSignature
        /// Nil: built in.
        let plugin: ExternalPlugin?
    }

    init(_ arguments: Arguments) throws {
        if let operand = arguments.operands.first { throw UsageError.tooManyOperands(arguments.command, operand) }
        isJSON = arguments[.listFormat] == "json"
        style = Style(arguments[.color], for: STDOUT_FILENO)
        let plugins = try PluginOptions(arguments)
        let outside = plugins.outside.plugins.flatMap { plugin in
            plugin.manifest.actions.map { Entry(action: $0, plugin: plugin) }
        }
        let names = Set(outside.map(\.action.name))
        entries =
            plugins.registry.signatures.filter { !names.contains($0.name) }.map { Entry(action: $0, plugin: nil) }
            + outside
    }

    /// - Throws: `OutputError`.
    func run() throws(OutputError) -> ExitStatus {
        if isJSON { try StandardOutput.write(data: json) } else { try StandardOutput.write(text) }
        return .success
    }

    /// An action on each line, in columns: name, effects, plugin, summary.
    private var text: TerminalText {
        let rows = entries.map { entry in
            [
                entry.action.name, Self.effects(of: entry.action), entry.plugin?.manifest.name ?? "built in",
                entry.action.summary,
            ].map { TerminalText($0) }
        }
        let widths = (0..<3).map { column in rows.map { $0[column].width }.max() ?? 0 }
        return rows.map { cells in
            var line = TerminalText()
            for (column, cell) in cells.enumerated() {
                let role: Style.Role? = [.input, .kind, .label, nil][column]
                line += role.map { style.paint(cell, $0) } ?? cell
                if column < 3 { line += .blanks(widths[column] - cell.width + 2) }
            }
            return line + "\n"
        }.joined()
    }

    private static func effects(of action: ActionSignature) -> String {
        let effects = Effect.allCases.filter(action.effects.contains).map(\.rawValue)
        return effects.isEmpty ? "none" : effects.joined(separator: ",")
    }

    private var json: [UInt8] {
        var json = JSONWriter()
        json.object { json in
            json.member("version", 1)
            json.name("actions")
            json.array { json in for entry in entries { Self.write(entry, to: &json) } }
        }
        json.endLine()
        return json.bytes
    }

    private static func write(_ entry: Entry, to json: inout JSONWriter) {
        json.object { json in
            json.member("action", entry.action.name)
            json.member("summary", entry.action.summary)
            json.name("effects")
            json.array { json in
                for effect in Effect.allCases where entry.action.effects.contains(effect) {
                    json.value(effect.rawValue)
                }
            }
            json.name("parameters")
            json.array { json in for parameter in entry.action.parameters { write(parameter, to: &json) } }
            if case .named(let names) = entry.action.results {
                json.name("results")
                json.array { json in for name in names { json.value(name) } }
            }
            if let plugin = entry.plugin {
                json.member("plugin", plugin.manifest.name)
                json.member("folder", plugin.folder)
            }
        }
    }

    private static func write(_ parameter: ActionSignature.Parameter, to json: inout JSONWriter) {
        json.object { json in
            json.member("name", parameter.name)
            json.member("type", parameter.type.rawValue)
            json.name("required")
            json.value(parameter.isRequired)
            json.member("summary", parameter.summary)
        }
    }
}
