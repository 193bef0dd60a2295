import Foundation
import TestPrograms
import Testing

/// A fenced block of a page that shows commands and what they print.
struct ConsoleBlock: Sendable {
    let page: String
    let commands: [ShownCommand]

    /// Every page, so that none is forgotten.
    private static let pages = ["README.md"] + docs.filter { $0.hasSuffix(".md") }.sorted().map { "Docs/\($0)" }

    private static let docs = (try? FileManager.default.contentsOfDirectory(atPath: Project.file("Docs"))) ?? []

    /// Whether there is a README at all.
    static let isWritten = FileManager.default.fileExists(atPath: Project.file("README.md"))

    /// Those of all pages that are there.
    static let all = pages.flatMap { page in
        blocks(of: page, text: String(decoding: (try? Project.read(page)) ?? [], as: UTF8.self))
    }

    /// The pages that begin in an empty folder, with the files of a desk.
    static let desks = Set(all.filter { $0.commands.contains { $0.line.contains("rules new --desk") } }.map(\.page))
        .sorted()

    /// Whether it needs what the blocks of its page before it have made.
    var isOfDesk: Bool { Self.desks.contains(page) }

    private static func blocks(of page: String, text: String) -> [ConsoleBlock] {
        var blocks: [ConsoleBlock] = []
        var block: [Substring]?
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            if let lines = block, line == "```" {
                blocks.append(ConsoleBlock(page: page, commands: ShownCommand.commands(in: lines, of: page)))
                block = nil
            } else if block != nil {
                block?.append(line)
            } else if line == "```console" {
                block = []
            }
        }
        return blocks
    }
}

/// A command line of a page and what it is shown to print.
struct ShownCommand: Sendable, CustomTestStringConvertible {
    let page: String
    let line: String
    /// What a comment at the end of the line says, `# exit status 1`; else 0.
    let status: Int32
    /// `…` alone stands for any lines, at the end of a line for the rest of it.
    let shown: [String]

    var testDescription: String { "\(page): \(line)" }

    /// The commands of a block; output before the first command counts as a command, so that its test fails.
    static func commands(in lines: [Substring], of page: String) -> [ShownCommand] {
        var commands: [ShownCommand] = []
        var rest = lines[...]
        while let head = rest.popFirst() {
            let shown = rest.prefix { !$0.hasPrefix("$ ") }
            rest = rest.dropFirst(shown.count)
            let mark = " # exit status "
            let words = head.dropFirst(head.hasPrefix("$ ") ? 2 : 0).components(separatedBy: mark)
            commands.append(
                ShownCommand(
                    page: page, line: words[0], status: words.count == 2 ? Int32(words[1]) ?? -1 : 0,
                    shown: shown.map(String.init)))
        }
        return commands
    }

    /// Whether an output is what is shown.
    func shows(_ output: String) -> Bool {
        var lines = output.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        if lines.last == "" { lines.removeLast() }
        return Self.fits(shown[...], lines[...])
    }

    private static func fits(_ shown: ArraySlice<String>, _ lines: ArraySlice<String>) -> Bool {
        guard let first = shown.first else { return lines.isEmpty }
        if first == "…" {
            return (lines.startIndex...lines.endIndex).contains { fits(shown.dropFirst(), lines[$0...]) }
        }
        guard let line = lines.first else { return false }
        let fitsLine = first.hasSuffix("…") ? line.hasPrefix(first.dropLast()) : line == first
        return fitsLine && fits(shown.dropFirst(), lines.dropFirst())
    }
}
