import Testing

@testable import BeelineLive

@Suite struct SettlingFilesTests {
    /// What happens at a time, in seconds from the start.
    enum Step: Sendable {
        case note(String, SettlingFiles.Change)
        case gone(String)
        /// How a file is from now on: its size, and when it was written.
        case file(String, size: Int, written: Int, number: UInt = 1, isLink: Bool = false)
        case look
    }

    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let steps: [(Double, Step)]
        /// What is complete when it is asked every tenth of a second.
        let complete: [(Double, String)]
    }

    static let cases = [
        Case(
            testDescription: "closed: a moment later",
            steps: [
                (0, .file("a", size: 9, written: 1)), (0, .note("a", .created)), (1, .file("a", size: 20, written: 2)),
                (1, .note("a", .closed)),
            ], complete: [(1.2, "a")]),
        Case(
            testDescription: "written in pieces, closed each time",
            steps: [
                (0, .file("a", size: 9, written: 1)), (0, .note("a", .closed)), (0.1, .file("a", size: 20, written: 2)),
                (0.1, .note("a", .closed)),
            ], complete: [(0.3, "a")]),
        Case(
            testDescription: "made, closed, and then written by somebody who has it open",
            steps: [
                (0, .file("a", size: 0, written: 1)), (0, .note("a", .closed)), (0.1, .file("a", size: 20, written: 2)),
                (9, .file("a", size: 30, written: 9)), (9, .note("a", .closed)),
            ], complete: [(9.2, "a")]),
        Case(
            testDescription: "a writer that pauses is waited for",
            steps: [
                (0, .file("a", size: 9, written: 1)), (0, .note("a", .created)), (30, .file("a", size: 20, written: 2)),
                (55, .note("a", .closed)),
            ], complete: [(55.2, "a")]),
        Case(
            testDescription: "a link has no writer",
            steps: [(0, .file("a", size: 9, written: 1, isLink: true)), (0, .note("a", .created))],
            complete: [(2, "a")]),
        Case(
            testDescription: "found by looking: two seconds as it is",
            steps: [
                (0, .file("a", size: 9, written: 1)), (0, .look), (2, .file("a", size: 20, written: 2)), (2, .look),
                (4, .look), (6, .look),
            ], complete: [(4, "a")]),
        Case(
            testDescription: "once, and again when it is written again",
            steps: [
                (0, .file("a", size: 9, written: 1)), (0, .look), (2, .look), (4, .look),
                (6, .file("a", size: 9, written: 7)), (6, .look),
            ], complete: [(2, "a"), (8, "a")]),
        Case(
            testDescription: "opened for writing and closed without a change: nothing",
            steps: [
                (0, .file("a", size: 9, written: 1)), (0, .note("a", .closed)), (5, .note("a", .closed)),
            ], complete: [(0.2, "a")]),
        Case(
            testDescription: "removed and made again with the same content",
            steps: [
                (0, .file("a", size: 9, written: 1)), (0, .note("a", .closed)), (1, .gone("a")),
                (2, .note("a", .closed)),
            ], complete: [(0.2, "a"), (2.2, "a")]),
        Case(
            testDescription: "what was there at the start, until it is replaced",
            steps: [
                (0, .file("old", size: 9, written: 1, number: 7)), (0, .look), (1, .note("old", .closed)),
                (5, .file("old", size: 9, written: 1, number: 8)), (5, .note("old", .closed)),
            ], complete: [(5.2, "old")]),
        Case(
            testDescription: "temporary names and empty files wait",
            steps: [
                (0, .file(".a", size: 9, written: 1)), (0, .note(".a", .closed)),
                (0, .file("b.part", size: 9, written: 1)),
                (0, .note("b.part", .closed)), (0, .file("c", size: 0, written: 1)), (0, .note("c", .closed)),
                (3, .file("c", size: 5, written: 4)), (3, .note("c", .closed)),
            ], complete: [(3.2, "c")]),
        Case(
            testDescription: "what goes before it is complete",
            steps: [(0, .file("a", size: 9, written: 1)), (0, .note("a", .created)), (1, .gone("a"))], complete: []),
        Case(
            testDescription: "in the order in which they were written",
            steps: [
                (0, .file("b", size: 9, written: 1)), (0, .file("a", size: 9, written: 2)), (0, .note("a", .closed)),
                (0, .note("b", .closed)),
            ], complete: [(0.2, "b"), (0.2, "a")]),
    ]

    @Test(arguments: cases) func `a file is complete once`(_ test: Case) {
        let start = ContinuousClock.now
        var files = SettlingFiles()
        var stamps: [String: SettlingFiles.Stamp] = [:]
        files.ignore("old", .init(number: 7, size: 9, written: 1))
        var complete: [String] = []
        for tenth in 0...1300 {
            let now = start + .milliseconds(100 * tenth)
            for (time, step) in test.steps where Int((time * 10).rounded()) == tenth {
                switch step {
                case .note(let name, let change): files.note(name, change, stamps[name], at: now)
                case .gone(let name): files.forget(name)
                case .file(let name, let size, let written, let number, let isLink):
                    stamps[name] = .init(number: number, size: size, written: written, isLink: isLink)
                case .look: files.look(stamps, at: now)
                }
            }
            for name in files.due(now, { stamps[$0] }) { complete.append("\(tenth) \(name)") }
        }
        #expect(complete == test.complete.map { "\(Int(($0.0 * 10).rounded())) \($0.1)" })
        #expect(files.count == 0)
        #expect(files.next == nil)
    }

    @Test func `so many files may be on their way, and no more`() {
        var files = SettlingFiles()
        let now = ContinuousClock.now
        let stamp = SettlingFiles.Stamp(number: 1, size: 1, written: 1)
        let taken = (0..<SettlingFiles.most).map { files.note("\($0)", .closed, stamp, at: now) }
        #expect(taken.allSatisfy { $0 })
        let (further, known) = (files.note("x", .closed, stamp, at: now), files.note("1", .closed, stamp, at: now))
        #expect(!further && known)
        #expect(files.count == SettlingFiles.most)
    }
}
