import Beeline
import BeelineDrawing
import BeelineSymbols

extension DecodeOptions {
    /// What the options of a command say of what is looked for, and how.
    ///
    /// - Throws: `UsageError`.
    init(_ arguments: Arguments) throws(UsageError) {
        self.init()
        effort = arguments[.effort].flatMap(DecodeEffort.init(rawValue:)) ?? .normal
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
        for name in lists.flatMap({ $0.split(separator: ",", omittingEmptySubsequences: false) }) {
            var symbology = Symbology(name: String(name))
            // The names by which this program draws count as well.
            if !Symbology.all.contains(symbology), let format = CodeFormat(name: String(name)) {
                symbology = format.symbology
            }
            if symbology.isAddOn { throw .addOnAlone(symbology) }
            guard Symbology.selectable.contains(symbology) else { throw .unknownSymbology(String(name)) }
            symbologies.insert(symbology)
        }
        return symbologies
    }
}

/// How many images are decoded at once.
enum Jobs {
    /// More processes than any machine has a use for.
    static let most = 256

    /// What the options say; nil is one for each core.
    ///
    /// - Throws: `UsageError`.
    static func number(_ arguments: Arguments) throws(UsageError) -> Int? {
        guard let text = arguments[.jobs] else { return nil }
        let isNumber = !text.isEmpty && text.utf8.allSatisfy { 0x30...0x39 ~= $0 }
        guard isNumber, !text.utf8.allSatisfy({ $0 == UInt8(ascii: "0") }) else { throw .badNumber(.jobs, text) }
        // One that is too long for Int is too many as well.
        guard let number = Int(text), number <= most else { throw .tooManyJobs(text, most: most) }
        return number
    }
}
