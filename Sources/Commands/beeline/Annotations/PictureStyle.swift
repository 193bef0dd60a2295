/// How pictures with their marks look: in light, in dark and on paper, to everybody's eyes.
///
/// The colours are those of Okabe and Ito, which differ in lightness as well; and no colour says anything alone: outlines
/// are whole, dashed and dotted, and what a picture is stands beside it in words.
enum PictureStyle {
    /// Of outlines and their numbers, wherever they are drawn.
    static let marks = """
        .sheet { fill: #d9dde2; }
        .pixels { image-rendering: pixelated; }
        .note { text-anchor: middle; fill: #3d444d; }
        .halo { fill: none; stroke: #ffffff; stroke-opacity: 0.85; stroke-linejoin: round; }
        .outline { fill: none; stroke-linejoin: round; }
        .outline.sound { stroke: #0072b2; }
        .outline.doubt { stroke: #c77700; }
        .outline.trouble { stroke: #b03a00; }
        .badge { stroke: #ffffff; }
        .badge.sound { fill: #0072b2; }
        .badge.doubt { fill: #f0b429; }
        .badge.trouble { fill: #b03a00; }
        .number { text-anchor: middle; font-weight: 700; fill: #ffffff; }
        .number.doubt { fill: #000000; }

        """

    /// Of a drawing that stands alone.
    static let drawing = """
        text { font-family: system-ui, "Segoe UI", Roboto, "Noto Sans", "DejaVu Sans", sans-serif; }
        .paper { fill: #ffffff; }
        .heading { font-size: 16px; font-weight: 600; fill: #1f2328; }
        .title { font-size: 13px; font-weight: 600; fill: #1f2328; }
        .line { font-size: 13px; fill: #59636e; }
        .caution { font-size: 13px; fill: #8a3b00; font-weight: 600; }
        .code { font-family: ui-monospace, "Cascadia Mono", "DejaVu Sans Mono", monospace; font-size: 12px; \
        fill: #1f2328; }
        @media (prefers-color-scheme: dark) {
        .paper { fill: #0d1117; }
        .heading, .title, .code { fill: #e6edf3; }
        .line { fill: #9aa7b4; }
        .caution { fill: #f0b429; }
        }

        """ + marks

    /// Of a page.
    static let page = """
        :root { color-scheme: light dark; --ink: #1f2328; --quiet: #59636e; --paper: #ffffff; --card: #f5f6f8;
        --edge: #c4ccd4; --caution: #8a3b00; }
        @media (prefers-color-scheme: dark) { :root { --ink: #e6edf3; --quiet: #9aa7b4; --paper: #0d1117;
        --card: #161b22; --edge: #485563; --caution: #f0b429; } }
        * { box-sizing: border-box; }
        body { margin: 0; padding: 20px; background: var(--paper); color: var(--ink);
        font: 14px/1.4 system-ui, "Segoe UI", Roboto, "Noto Sans", "DejaVu Sans", sans-serif; }
        h1 { font-size: 20px; margin: 0 0 4px; }
        h2 { font-size: 14px; margin: 0 0 6px; overflow-wrap: anywhere; }
        p { margin: 0 0 4px; overflow-wrap: anywhere; }
        .summary { color: var(--quiet); margin-bottom: 12px; }
        nav { margin: 12px 0; line-height: 2; }
        nav a, nav strong { padding: 3px 8px; color: inherit; }
        nav strong { border: 2px solid; border-radius: 6px; }
        .filter { position: absolute; opacity: 0; }
        .filter + label { display: inline-block; margin: 0 6px 12px 0; padding: 5px 12px; border: 1px solid var(--edge);
        border-radius: 6px; background: var(--card); cursor: pointer; }
        .filter:checked + label { outline: 2px solid var(--ink); font-weight: 600; }
        .filter:focus-visible + label { outline: 3px dashed var(--ink); }
        main { display: grid; grid-template-columns: repeat(auto-fill, minmax(300px, 1fr)); gap: 14px;
        align-items: start; }
        main.large { grid-template-columns: minmax(0, 1fr); max-width: 1240px; }
        #show-miss:checked ~ main article:not(.miss), #show-error:checked ~ main article:not(.error),
        #show-doubt:checked ~ main article:not(.doubt), #show-hit:checked ~ main article:not(.hit) { display: none; }
        article { border: 1px solid var(--edge); border-left-width: 6px; border-radius: 6px; padding: 12px;
        background: var(--card); break-inside: avoid; content-visibility: auto;
        contain-intrinsic-size: auto 320px auto 420px; }
        article.hit { border-left-color: #0072b2; }
        article.doubt { border-left: 6px dashed #c77700; }
        article.miss, article.error { border-left: 6px dotted #b03a00; }
        .picture svg { display: block; width: 100%; max-height: 320px; margin-bottom: 8px; }
        .large .picture svg { max-height: 1200px; }
        .verdict { display: inline-block; padding: 0 7px; margin-right: 6px; border: 1px solid; border-radius: 10px;
        font-size: 12px; font-weight: 600; white-space: nowrap; }
        .miss .verdict, .error .verdict, .doubt .verdict, .caution { color: var(--caution); }
        ol { margin: 0; padding: 0; list-style: none; }
        li { margin-top: 8px; padding-left: 30px; position: relative; }
        li .key { position: absolute; left: 0; top: 0; width: 22px; height: 22px; border-radius: 11px; text-align: center;
        line-height: 22px; font-size: 13px; font-weight: 700; color: #ffffff; background: #0072b2; }
        li .key.doubt { color: #000000; background: #f0b429; }
        li .key.trouble { background: #b03a00; }
        code { font: 12px/1.4 ui-monospace, "Cascadia Mono", "DejaVu Sans Mono", monospace; overflow-wrap: anywhere;
        unicode-bidi: isolate; }
        .line { color: var(--quiet); }
        .caution { font-weight: 600; }
        @media print {
        :root { --ink: #000000; --quiet: #333333; --paper: #ffffff; --card: #ffffff; --caution: #5c2700; }
        .filter + label, nav { display: none; }
        body { padding: 0; font-size: 10pt; }
        main { grid-template-columns: 1fr 1fr; }
        main.large { grid-template-columns: 1fr; }
        article { content-visibility: visible; }
        svg, .key { print-color-adjust: exact; }
        }

        """ + marks
}
