internal import BeelineRules
internal import BeelineSupport

/// Attributes of the elements that the drawing is made of.
enum SVG {
    static func rect(
        _ x: Int, _ y: Int, _ width: Int, _ height: Int, radius: Int, _ style: String
    ) -> XMLWriter.Attributes {
        [
            "x": "\(x)", "y": "\(y)", "width": "\(width)", "height": "\(height)", "rx": "\(radius)", "class": style,
        ]
    }

    /// - Parameter y: of the line on which the letters stand.
    static func text(_ x: Int, _ y: Int, _ style: String) -> XMLWriter.Attributes {
        style.isEmpty ? ["x": "\(x)", "y": "\(y)"] : ["x": "\(x)", "y": "\(y)", "class": style]
    }

    static func path(_ way: String, arrow: Bool = false) -> XMLWriter.Attributes {
        arrow ? ["d": way, "class": "way", "marker-end": "url(#arrow)"] : ["d": way, "class": "way"]
    }
}
