import Beeline
import BeelineDrawing
import BeelineSymbols

extension DecodeOptions {
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

/// The number of images that are decoded in parallel.
enum Jobs {
    /// The largest number; no machine can use more processes.
    static let most = 256

    /// The number in the options; nil: one for each core.
    static func number(_ arguments: Arguments) throws(UsageError) -> Int? {
        guard let text = arguments[.jobs] else { return nil }
        let isNumber = !text.isEmpty && text.utf8.allSatisfy { 0x30...0x39 ~= $0 }
        guard isNumber, !text.utf8.allSatisfy({ $0 == UInt8(ascii: "0") }) else { throw .badCount(.jobs, text) }
        // A number that is too large for Int is also too many.
        guard let number = Int(text), number <= most else { throw .tooManyJobs(text, most: most) }
        return number
    }
}
