import Beeline
import BeelineSupport
import BeelineSymbols

/// A picture of an image with marks on its codes, without secrets. Every text is one safe line of limited length.
struct AnnotatedPicture: Sendable {
    /// The outcome of an image, in the order of interest.
    enum Verdict: String, CaseIterable, Hashable, Sendable {
        /// No code could be read.
        case miss
        /// The image could not be read.
        case error
        /// Codes were read, with doubts.
        case doubt
        case hit

        /// The words for people.
        var title: String {
            switch self {
            case .miss: "nothing found"
            case .error: "not read"
            case .doubt: "in doubt"
            case .hit: "read"
            }
        }
    }

    let name: String
    /// Nil for an image with one page.
    let page: Int?
    let verdict: Verdict
    /// In pixels; 0 where unknown.
    let width: Int
    let height: Int
    let image: Image
    let marks: [Mark]
    let remarks: [String]

    enum Image: Hashable, Sendable {
        case png([UInt8])
        /// Not shown, because a code in it is a secret that can be read from the picture.
        case withheld
        case none

        /// The signature of PNG files (PNG, section 5.2).
        static func isPNG(_ bytes: [UInt8]) -> Bool {
            bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])
        }
    }

    /// Something in the picture, numbered from 1.
    struct Mark: Hashable, Sendable {
        let number: Int
        /// One for each copy of a code.
        let outlines: [Outline]
        let look: Look
        /// The symbology and the kind: "EAN-13, isbn".
        let title: String
        /// The text of the code; nil where the mark is not on a code.
        let text: String?
        let lines: [Line]
    }

    /// The style of a mark.
    enum Look: String, CaseIterable, Hashable, Sendable {
        /// A code without doubts.
        case sound
        case doubt
        /// Something that may be a code.
        case trouble
    }

    struct Line: Hashable, Sendable {
        let text: String
        /// Whether the line is about a doubt.
        let isCaution: Bool
    }

    /// The name, with the page where there are several.
    var title: String { name + (page.map { ", page \($0)" } ?? "") }
}

extension AnnotatedPicture {
    struct Maker: Sendable {
        let showsSecrets: Bool
        let effort: DecodeEffort

        /// The pictures of an image, one for each page. The answer has to be redacted, unless secrets are shown.
        func pictures(of answer: Answer) -> [AnnotatedPicture] {
            let name = shown(answer.input.text, limit: 300)
            switch answer.outcome {
            case .failure(let error):
                return [
                    AnnotatedPicture(
                        name: name, page: nil, verdict: .error, width: 0, height: 0, image: .none, marks: [],
                        remarks: [shown(error.message, limit: 300)])
                ]
            case .success(let results):
                let image = answer.image ?? Answer.ImageReport()
                let known = Set(image.pages.map(\.number))
                // Pages that are known only from codes.
                let others = Set(results.map { $0.resolution.symbol.sighting?.page }).subtracting(known)
                    .map { DecodedPage(number: $0, width: 0, height: 0) }
                let pages = (image.pages + others).sorted { ($0.number ?? 0) < ($1.number ?? 0) }
                let all = pages.isEmpty ? [DecodedPage(width: 0, height: 0)] : pages
                return all.map { page in
                    picture(
                        of: page, named: name, results.filter { $0.resolution.symbol.sighting?.page == page.number },
                        image.losses.filter { $0.page == page.number })
                }
            }
        }

        private func picture(
            of page: DecodedPage, named name: String, _ results: [CodeResult], _ losses: [LostPass]
        ) -> AnnotatedPicture {
            var marks = results.enumerated().map { mark($1, number: $0 + 1) }
            if results.isEmpty {
                for finding in page.diagnosis?.findings ?? [] where finding.outline != nil {
                    marks.append(
                        Mark(
                            number: marks.count + 1, outlines: [finding.outline].compactMap(\.self), look: .trouble,
                            title: finding.kind.rawValue.replacing("-", with: " "), text: nil,
                            lines: [Line(text: finding.sentence(effort), isCaution: true)]))
                }
            }
            var remarks = losses.map { shown($0.sentence, limit: 300) }
            if let failure = page.failure { remarks.append(shown(failure.description, limit: 300)) }
            if results.isEmpty {
                for finding in page.diagnosis?.findings ?? [] where finding.outline == nil {
                    remarks.append(finding.sentence(effort))
                }
            }
            let isDoubtful = !losses.isEmpty || marks.contains { $0.look == .doubt }
            return AnnotatedPicture(
                name: name, page: page.number,
                verdict: page.failure != nil ? .error : results.isEmpty ? .miss : isDoubtful ? .doubt : .hit,
                width: page.width, height: page.height, image: image(of: page, results), marks: marks, remarks: remarks)
        }

        private func image(of page: DecodedPage, _ results: [CodeResult]) -> Image {
            guard let preview = page.preview, Image.isPNG(preview) else { return .none }
            let hasSecret = results.contains(where: \.withholds)
            return hasSecret && !showsSecrets ? .withheld : .png(preview)
        }

        private func mark(_ result: CodeResult, number: Int) -> Mark {
            let resolution = result.resolution
            let symbol = resolution.symbol
            var lines: [Line] = []
            for warning in resolution.reading.warnings {
                lines.append(line(result.shown(warning.description), isCaution: true))
            }
            if let rule = resolution.rule {
                lines.append(line("rule \(rule.id)" + (rule.title.map { ": \($0)" } ?? "")))
            } else if result.addingRules.isEmpty {
                lines.append(line("no rule matched"))
            }
            if let refusal = result.refusal { lines.append(line("refused: \(refusal)", isCaution: true)) }
            // The code and its first action often have the same link.
            var reasons = resolution.linkVerdict?.reasons ?? []
            if let action = resolution.actions.first {
                let outcome = result.outcomes?.first
                let done = outcome?.action ?? action
                if let url = done.url {
                    lines.append(line("\(done.name) \(url)"))
                    let verdict = done.shownLinkVerdict
                    reasons += (verdict?.reasons ?? []).filter { !reasons.contains($0) }
                } else {
                    let first = done.arguments.first.map { " \($0.value.description)" } ?? ""
                    lines.append(line(done.name + first))
                }
                if outcome == nil, done.requiresConfirmation { lines.append(line(ActionRows.requirement)) }
                if let problem = done.problem { lines.append(line(problem, isCaution: true)) }
                if let outcome {
                    let isFine = [.done, .notNeeded, .kept].contains(outcome.status)
                    lines.append(line("\(outcome.status.rawValue) \(outcome.message)", isCaution: !isFine))
                }
                let rest = resolution.actions.count - 1
                if rest > 0 { lines.append(line("and \(counted(rest, "more action"))")) }
            }
            for reason in reasons {
                lines.append(line("\(reason.decision.rawValue): \(reason)", isCaution: reason.decision != .allow))
            }
            let content = symbol.text.map { shown($0, limit: 160) } ?? "\(symbol.bytes.count) bytes"
            return Mark(
                number: number, outlines: symbol.sighting?.outlines ?? [],
                look: lines.contains { $0.isCaution } ? .doubt : .sound,
                title: "\(shown(symbol.symbology.title, limit: 60)), \(shown(resolution.kindName, limit: 60))",
                text: content + (symbol.addOn.map { " + \(shown($0, limit: 10))" } ?? "")
                    + (symbol.times.map { " \($0)" } ?? ""), lines: lines)
        }

        private func line(_ text: String, isCaution: Bool = false) -> Line {
            Line(text: shown(text, limit: 160), isCaution: isCaution)
        }

        /// A text without hidden characters and passwords, on one line of limited length.
        private func shown(_ text: String, limit: Int) -> String {
            // Shortened last: half a password cannot be recognised.
            let text = text.withHiddenSpelledOut
            return plainText(showsSecrets ? text : withoutLinkPasswords(text), limit: limit)
        }
    }
}
