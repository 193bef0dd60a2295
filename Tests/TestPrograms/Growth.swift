internal import Glibc

/// How the time of some work grows with its input.
///
/// This counts the processor time of this thread, which other programs on the machine hardly lengthen. Work that is
/// linear takes eight times as long for an input that is eight times as large, and quadratic work 64 times as long.
package struct Growth: Sendable {
    /// In seconds, for the small and for the large input.
    package let small, large: Double

    /// Whether the work takes so much more time that it cannot be linear. A large input that takes hardly any time proves
    /// nothing: it may be rejected early.
    package var isExcessive: Bool { large > Self.noTime && large > 32 * small }

    private static let noTime = 0.2

    /// Times the work. Where it looks excessive it is timed again: the shortest times count.
    ///
    /// - Parameter size: the size of the small input. The large one is eight times as large.
    package static func of<Input>(size: Int, _ input: (Int) -> Input, _ work: (Input) -> Void) -> Growth {
        let large = input(size * 8)
        var best = Growth(small: .infinity, large: seconds { work(large) })
        guard best.large > Self.noTime else { return Growth(small: 0, large: best.large) }
        let small = input(size)
        for round in 0..<5 {
            best = Growth(
                small: min(best.small, seconds { work(small) }, seconds { work(small) }),
                large: round == 0 ? best.large : min(best.large, seconds { work(large) }))
            guard best.isExcessive else { break }
        }
        return best
    }

    private static func seconds(_ work: () -> Void) -> Double {
        let start = now()
        work()
        return now() - start
    }

    private static func now() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}

extension Growth: CustomStringConvertible {
    package var description: String { "\(small) s for the small input, \(large) s for the large one" }
}
