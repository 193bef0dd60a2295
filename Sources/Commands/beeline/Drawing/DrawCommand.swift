import Beeline
import BeelineDrawing
import BeelineSupport
import BeelineSymbols
import BeelineWorkers
import Glibc

/// `beeline draw`: draws a code, or sheets of labels.
enum DrawCommand {
    static func run(_ arguments: Arguments) throws -> ExitStatus {
        if arguments.has(.drawList) {
            _ = try arguments.operands(0...0)
            try StandardOutput.write(DrawList.text)
            return .success
        }
        do {
            if arguments[.drawSheet] != nil {
                guard !arguments.has(.drawDigitalLink) else { throw UsageError.exclude(.drawDigitalLink, .drawSheet) }
                return try SheetWork(arguments).run()
            }
            if let option = SheetWork.options.first(where: { arguments[$0] != nil }) {
                throw UsageError.needs(option, .drawSheet)
            }
            return try CodeWork.run(arguments)
        } catch let error as DrawingError {
            StandardError.write("beeline: \(error.words)\n")
            return error.status
        } catch let error as DigitalLinkProblem {
            StandardError.write("beeline: \(error)\n")
            return .actionFailed
        } catch let error as TableMistakes {
            StandardError.write(error.text)
            return error.status
        }
    }
}

extension DrawingError {
    /// The message, with the option that helps.
    var words: String {
        let ways = [
            ("force it", "--force"), ("without reading it back", "--no-verify"),
            ("map another column to it", "--columns text=COLUMN"),
        ]
        let words = ways.reduce(description) { $0.replacing($1.0, with: "\($1.0) (\($1.1))") }
        guard reason == .unreadable, words == description else { return words }
        return "\(words); --no-verify writes it anyway"
    }

    var status: ExitStatus { reason == .unreadable ? .actionFailed : .usage }
}
