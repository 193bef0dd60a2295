import BeelineSymbols

/// A picture of an image with what was found in it, as it is shown to people: nothing in it is secret, and every text is
/// on one line and of a bounded length, with what cannot be seen spelled out.
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
        /// A PNG file.
        case png([UInt8])
        /// A code in it is a secret, and whoever sees the picture can read it.
        case withheld
        case none
    }

    /// Something in the picture, numbered from 1.
    struct Mark: Hashable, Sendable {
        let number: Int
        let outline: Outline?
        let look: Look
        /// What it is: "EAN-13, isbn".
        let title: String
        /// What it says; nil for what is no code.
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
