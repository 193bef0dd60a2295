internal import BeelineSupport

/// How the drawing looks, in light and in dark.
enum GraphStyle {
    static let width = 1_120
    static let margin = 24

    static let sheet = """
        text { font-family: system-ui, "Segoe UI", Roboto, "Noto Sans", "DejaVu Sans", sans-serif; font-size: 13px; \
        fill: #1f2328; }
        .code { font-family: ui-monospace, "Cascadia Mono", "DejaVu Sans Mono", monospace; font-size: 12px; }
        .name { font-family: ui-monospace, "Cascadia Mono", "DejaVu Sans Mono", monospace; font-size: 14px; \
        font-weight: 600; }
        .heading { font-size: 20px; font-weight: 600; }
        .quiet { fill: #59636e; }
        .target { fill: #0a58ad; font-weight: 600; }
        .number { text-anchor: middle; font-weight: 600; }
        .tag { text-anchor: end; fill: #59636e; }
        .page { fill: #ffffff; }
        .lane { fill: #f5f6f8; }
        .kind { fill: #24292f; }
        .onKind { fill: #ffffff; }
        .base { fill: #ffffff; stroke: #59636e; }
        .action { fill: #ffffff; stroke: #c4ccd4; }
        .way { fill: none; stroke: #7d8894; stroke-width: 1.5; }
        .arrow { fill: #7d8894; }
        .faint { opacity: 0.55; }
        .takes { fill: #e3f4e8; stroke: #1f8046; stroke-width: 1.5; }
        .continues { fill: #e4eefb; stroke: #2b66c4; stroke-width: 1.5; }
        .nothing { fill: #e9ebee; stroke: #59636e; stroke-width: 1.5; }
        .unreached { fill: #fdf3dc; stroke: #a86a00; stroke-width: 1.5; stroke-dasharray: 5 3; }
        .disabled { fill: #ffffff; stroke: #9aa4af; stroke-width: 1.5; stroke-dasharray: 5 3; }
        .elsewhere { fill: none; stroke: #7d8894; stroke-dasharray: 2 3; }
        @media (prefers-color-scheme: dark) {
        text { fill: #e6edf3; }
        .quiet, .tag { fill: #9aa7b4; }
        .target { fill: #78b7ff; }
        .page { fill: #0d1117; }
        .lane { fill: #161b22; }
        .kind { fill: #e6edf3; }
        .onKind { fill: #0d1117; }
        .base, .action { fill: #0d1117; stroke: #485563; }
        .way { stroke: #8b97a4; }
        .arrow { fill: #8b97a4; }
        .takes { fill: #12301d; stroke: #3fb56a; }
        .continues { fill: #122440; stroke: #5b9bf5; }
        .nothing { fill: #242a31; stroke: #9aa7b4; }
        .unreached { fill: #35280c; stroke: #d59b32; }
        .disabled { fill: #0d1117; stroke: #5c6875; }
        }

        """
}

/// Attributes of the elements that the drawing is made of.
enum SVG {
    static func rect(
        _ x: Int, _ y: Int, _ width: Int, _ height: Int, radius: Int, _ style: String
    ) -> XMLWriter.Attributes {
        ["x": "\(x)", "y": "\(y)", "width": "\(width)", "height": "\(height)", "rx": "\(radius)", "class": style]
    }

    /// - Parameter y: of the line on which the letters stand.
    static func text(_ x: Int, _ y: Int, _ style: String) -> XMLWriter.Attributes {
        style.isEmpty ? ["x": "\(x)", "y": "\(y)"] : ["x": "\(x)", "y": "\(y)", "class": style]
    }

    static func path(_ way: String, arrow: Bool = false) -> XMLWriter.Attributes {
        arrow ? ["d": way, "class": "way", "marker-end": "url(#arrow)"] : ["d": way, "class": "way"]
    }
}
