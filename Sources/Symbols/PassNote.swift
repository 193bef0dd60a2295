/// Which pass is about to begin, on which page.
package struct PassNote: Hashable, Sendable {
    /// The name of the pass.
    package var pass: String
    /// Counted from 1; nil for an image that has just one.
    package var page: Int?

    /// The pass in which the image file itself is read.
    package static let reading = "read"

    package init(pass: String, page: Int? = nil) {
        self.pass = pass
        self.page = page
    }
}
