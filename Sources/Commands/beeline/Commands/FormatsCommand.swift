import Beeline
import BeelineSymbols
import BeelineWorkers
import Glibc

/// `beeline formats`: what can be read here, and by what.
struct FormatsCommand {
    private let isJSON: Bool
    private let style: Style

    init(_ arguments: Arguments) throws(UsageError) {
        if let operand = arguments.operands.first { throw .tooManyOperands(arguments.command, operand) }
        isJSON = arguments[.listFormat] == "json"
        style = Style(arguments[.color], for: STDOUT_FILENO)
    }

    /// - Throws: `ConfigurationError`, `OutputError`.
    func run() throws -> ExitStatus {
        let answer: Result<DecoderCapabilities, DecodeError> = runBlocking {
            do throws(DecodeError) {
                let pool = try DecodingPool(size: 1)
                let capabilities = try await pool.capabilities()
                await pool.close()
                return .success(capabilities)
            } catch {
                return .failure(error)
            }
        }
        switch answer {
        case .success(let capabilities):
            let formats = FormatList(capabilities)
            if isJSON {
                try StandardOutput.write(data: FormatJSON.document(formats))
            } else {
                try StandardOutput.write(FormatText(style).text(formats))
            }
            return .success
        case .failure(let error): throw ConfigurationError.decoder(error)
        }
    }
}
