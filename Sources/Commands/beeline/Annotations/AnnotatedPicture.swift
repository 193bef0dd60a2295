import Beeline
import BeelineSupport
import BeelineSymbols

/// A picture of an image with its codes marked, for people: nothing in it is secret, and every text is on one line and
/// of a bounded length, with hidden characters escaped.
struct AnnotatedPicture: Sendable {
    /// What is to be looked at first.
    enum Verdict: String, CaseIterable, Hashable, Sendable {
        /// It has no code that could be read.
        case miss
        /// It could not be read itself.
        case error
        /// It has codes, and something about them is doubtful.
        case doubt
        case hit

        /// For one picture.
        var title: String {
            switch self {
            case .miss: "nothing found"
            case .error: "not read"
            case .doubt: "in doubt"
            case .hit: "read"
            }
        }
    }

    /// The image as it was named.
    let name: String
    /// Nil for an image that has just one.
    let page: Int?
    let verdict: Verdict
    /// In pixels; 0 where it is not known.
    let width: Int
    let height: Int
    let image: Image
    let marks: [Mark]
    /// What there is to know of the whole of it.
    let remarks: [String]

    enum Image: Hashable, Sendable {
        case png([UInt8])
        /// A code in it is a secret, and can be read from the picture.
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
        let outline: Outline?
        let look: Look
        /// What it is: "EAN-13, isbn".
        let title: String
        /// What it says; nil for what is not a code.
        let text: String?
        let lines: [Line]
    }

    /// How it is drawn.
    enum Look: String, CaseIterable, Hashable, Sendable {
        /// A code without doubt.
        case sound
        case doubt
        /// No code, but something that may be one.
        case trouble
    }

    struct Line: Hashable, Sendable {
        let text: String
        /// Whether it says what is doubtful.
        let isCaution: Bool
    }

    /// The name, and the page where there are several.
    var title: String { name + (page.map { ", page \($0)" } ?? "") }
}

extension AnnotatedPicture {
    /// How the pictures of answers are made.
    struct Maker: Sendable {
        let showsSecrets: Bool
        let effort: DecodeEffort

        /// The pictures of an image: one for each page of it.
        ///
        /// - Parameter answer: redacted, unless secrets are shown.
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
                // A page of which nothing else is known.
                let others = Set(results.map { $0.resolution.symbol.sighting?.page }).subtracting(known)
                    .map { DecodedPage(number: $0, width: 0, height: 0) }
                let pages = (image.pages + others).sorted { ($0.number ?? 0) < ($1.number ?? 0) }
                let all = pages.isEmpty ? [DecodedPage(width: 0, height: 0)] : pages
                return all.map { page in
                    picture(
                        of: page, named: name,
                        results.filter { $0.resolution.symbol.sighting?.page == page.number },
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
                            number: marks.count + 1, outline: finding.outline, look: .trouble,
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
                width: page.width, height: page.height, image: image(of: page, results), marks: marks,
                remarks: remarks)
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
            } else {
                lines.append(line("no rule matched"))
            }
            if let refusal = result.refusal { lines.append(line("refused: \(refusal)", isCaution: true)) }
            // The code and its first action are often the same link.
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
                if outcome == nil, done.asks { lines.append(line(ActionRows.requirement)) }
                if let problem = done.problem { lines.append(line(problem, isCaution: true)) }
                if let outcome {
                    let isFine = [.done, .notNeeded].contains(outcome.status)
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
                number: number, outline: symbol.sighting?.outline,
                look: lines.contains { $0.isCaution } ? .doubt : .sound,
                title: "\(shown(symbol.symbology.title, limit: 60)), \(shown(resolution.kindName, limit: 60))",
                text: content + (symbol.addOn.map { " + \(shown($0, limit: 10))" } ?? ""), lines: lines)
        }

        private func line(_ text: String, isCaution: Bool = false) -> Line {
            Line(text: shown(text, limit: 160), isCaution: isCaution)
        }

        /// A text that anyone may see, on one line, not endless.
        private func shown(_ text: String, limit: Int) -> String {
            // Cut last: half a password has no sign after it that it is one.
            let text = text.withHiddenSpelledOut
            return plainText(showsSecrets ? text : withoutLinkPasswords(text), limit: limit)
        }
    }
}
