public import BeelineSymbols

extension LabelSheet {
    /// Has every code read back, each different one once, as `Drawing.verify` does.
    ///
    /// - Parameter progress: called with how many labels were read by now, whenever there are more.
    /// - Throws: `.unreadable` with the line of the table.
    public func verify(
        by decoder: some BarcodeDecoder, progress: (Int) -> Void = { _ in }
    ) async throws(DrawingError) {
        let trials = trials
        let failure = await withTaskGroup(of: Result.self) { group in
            var waiting = trials.makeIterator()
            for _ in 0..<Self.mostAtOnce {
                if let trial = waiting.next() { group.addTask { await trial.result(decoder) } }
            }
            var count = 0
            while let result = await group.next() {
                if let error = result.error {
                    group.cancelAll()
                    return DrawingError?.some(error)
                }
                count += result.labels
                progress(count)
                if let trial = waiting.next() { group.addTask { await trial.result(decoder) } }
            }
            return nil
        }
        if let failure { throw failure }
    }

    /// Decoders of many processes are kept busy, and few pictures are in memory.
    private static let mostAtOnce = 8

    /// A code that is to be read back.
    private struct Trial: Sendable {
        let drawing: Drawing
        let place: String
        /// How many labels have it.
        var labels = 1

        func result(_ decoder: some BarcodeDecoder) async -> Result {
            do throws(DrawingError) {
                // At 300 dots an inch a module of 0.33 mm has four.
                try await drawing.verify(by: decoder, scale: 4)
                return Result(labels: labels, error: nil)
            } catch {
                return Result(labels: labels, error: error.within(place))
            }
        }
    }

    private struct Result: Sendable {
        let labels: Int
        let error: DrawingError?
    }

    private struct Key: Hashable {
        let format: CodeFormat
        let content: [UInt8]
        let addOn: String?
    }

    /// Each different code once, by its first label.
    private var trials: [Trial] {
        var places: [Key: Int] = [:]
        var trials: [Trial] = []
        for label in labels {
            let key = Key(format: label.drawing.format, content: label.drawing.content, addOn: label.drawing.addOn)
            if let place = places[key] {
                trials[place].labels += 1
            } else {
                places[key] = trials.count
                trials.append(Trial(drawing: label.drawing, place: label.place))
            }
        }
        return trials
    }
}
