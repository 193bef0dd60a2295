internal import BeelineSymbols

/// A control character as scanners that type, spreadsheets and the small print of labels show it.
struct WrittenControl {
    let control: UInt8
    /// What is written for it, in capitals.
    let form: [UInt8]

    init(_ control: UInt8, _ form: String) { (self.control, self.form) = (control, Array(form.utf8)) }

    /// Forms that can hardly be anything else.
    ///
    /// - Parameter name: that of the control character, such as `GS`.
    static func named(_ control: UInt8, _ name: String) -> [WrittenControl] {
        let hex = (control < 16 ? "0" : "") + String(control, radix: 16, uppercase: true)
        let decimal = String(repeating: "0", count: control < 10 ? 2 : 1) + "\(control)"
        let picture = String(Unicode.Scalar(UInt32(0x2400) + UInt32(control)) ?? "?")
        let forms = [
            "<\(name)>", "{\(name)}", "[\(name)]", picture, "~\(decimal)", "\\X\(hex)", "\\U00\(hex)", "%\(hex)",
            "&#\(control);",
        ]
        return forms.map { WrittenControl(control, $0) }
    }

    /// Whether a text begins with it, in capitals or not.
    func begins(_ text: ArraySlice<UInt8>) -> Bool {
        text.count >= form.count && zip(text, form).allSatisfy { $0.asciiUppercased == $1 }
    }
}
