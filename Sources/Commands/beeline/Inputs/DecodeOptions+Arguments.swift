import Beeline
import BeelineDrawing
import BeelineLive
import BeelineSupport
import BeelineSymbols
import BeelineWorkers

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

    /// Reports requested symbologies that no installed decoder reads: they would silently never be found.
    ///
    /// - Parameter asker: what asks for them: `--only`, or a source.
    /// - Throws: `ConfigurationError` when none of them is read.
    func checkSymbologies(by pool: DecodingPool, of asker: String) throws(ConfigurationError) {
        guard !only.isEmpty else { return }
        // A worker that cannot be started is reported for each image.
        let capabilities = runBlocking { try? await pool.capabilities() }
        guard let capabilities, !capabilities.decoders.isEmpty else { return }
        let missing = FormatList(capabilities).missing.filter { format in
            format.isSymbology && only.contains { $0.name == format.name }
        }
        let reasons = missing.map { "\($0.title): \($0.reason)" }
        if missing.count == only.count { throw .unreadable(reasons, of: asker) }
        for reason in reasons { StandardError.write("beeline: \(reason); the other symbologies are read\n") }
    }
}

extension [StationEntry] {
    /// Reports symbologies that sources of pictures look for and no installed decoder reads.
    ///
    /// - Parameter shared: those of `--only`.
    /// - Throws: `ConfigurationError` when none of those of a source is read.
    func checkSymbologies(by pool: DecodingPool, shared: Set<Symbology> = []) throws(ConfigurationError) {
        var checked: Set<Set<Symbology>> = []
        for entry in self where entry.needsDecoder && checked.insert(entry.settings.decoding.only).inserted {
            let only = entry.settings.decoding.only
            try entry.settings.decoding.checkSymbologies(by: pool, of: only == shared ? "--only" : "'\(entry.name)'")
        }
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
        guard isNumber, !text.utf8.allSatisfy({ $0 == UInt8(ascii: "0") }) else {
            throw .bad(.jobs, text, isNot: Arguments.countForm)
        }
        // A number that is too large for Int is also too many.
        guard let number = Int(text), number <= most else { throw .tooManyJobs(text, most: most) }
        return number
    }
}
