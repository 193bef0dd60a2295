package import BeelineSymbols
internal import Glibc

/// What a pass costs and sees by itself, for measurements.
package struct PassTrial: Sendable {
    /// The name of the pass.
    package let name: String
    /// The processor time for the picture that it asks about, and for the answer.
    package let time: Duration
    /// What it sees, believed or not.
    package let symbols: [Symbol]

    /// Asks each pass of a plan about a picture, whatever the others see.
    ///
    /// - Parameter options: of a frame, all frames of a round are tried, each of their passes once.
    /// - Throws: `DecodeError.decoderDied` for want of memory.
    package static func trials(of page: GrayImage, _ options: DecodeOptions) throws(DecodeError) -> [PassTrial] {
        var plan = Passes.plan
        if options.frame != nil {
            plan = []
            for pass in (0..<FramePlan.turns).flatMap({ FramePlan.passes(for: $0) })
            where !plan.contains(where: { $0.name == pass.name }) { plan.append(pass) }
        }
        let reader = PageReader(options: options)
        var trials: [PassTrial] = []
        for pass in plan {
            let start = processorTime()
            guard let symbols = try reader.answers(of: pass, on: page) else { continue }
            trials.append(PassTrial(name: pass.name, time: processorTime() - start, symbols: symbols))
        }
        return trials
    }

    /// Of this process: what others do meanwhile does not count.
    private static func processorTime() -> Duration {
        var time = timespec()
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }
}
