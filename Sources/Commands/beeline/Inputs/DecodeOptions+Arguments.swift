import Beeline
import BeelineDrawing
import BeelineSymbols

extension DecodeOptions {
    /// What the options of a command say of what is looked for, and how.
    init(_ arguments: Arguments) throws(UsageError) {
        self.init()
        effort = arguments.choice(.effort) ?? .normal
        only = try Self.symbologies(arguments.all(.only))
        stopsAtFirst = arguments.has(.one)
        if let text = arguments[.region] {
            do throws(RegionProblem) {
                region = try ImageRegion(text)
            } catch {
                throw .badRegion(text, error)
            }
        }
    }

    private static func symbologies(_ lists: [String]) throws(UsageError) -> Set<Symbology> {
        var symbologies: Set<Symbology> = []
        for list in lists {
            do throws(SelectionProblem) {
                symbologies.formUnion(try Set(wanted: list))
            } catch {
                throw .badSelection(error)
            }
        }
        return symbologies
    }
}

/// How many images are decoded at once.
enum Jobs {
    /// More processes than any machine has a use for.
    static let most = 256

    /// What the options say; nil is one for each core.
    static func number(_ arguments: Arguments) throws(UsageError) -> Int? {
        guard let text = arguments[.jobs] else { return nil }
        let isNumber = !text.isEmpty && text.utf8.allSatisfy { 0x30...0x39 ~= $0 }
        guard isNumber, !text.utf8.allSatisfy({ $0 == UInt8(ascii: "0") }) else { throw .badCount(.jobs, text) }
        // One that is too long for Int is too many as well.
        guard let number = Int(text), number <= most else { throw .tooManyJobs(text, most: most) }
        return number
    }
}
