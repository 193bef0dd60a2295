/// All that says where the parts of a drawing stand.
struct LayoutMaker {
    let format: CodeFormat
    let options: DrawingOptions
    let payload: Payload
    let symbol: EncodedSymbol
    let addOn: EncodedSymbol?
    let margins: Margins
    /// What is left light for a logo, in modules of the symbol.
    let clear: Bar?

    /// How large everything is; matrix codes are so without their modules, of which there are many.
    func frame(height: Int?, showsText: Bool) -> Layout {
        symbol.rows == 1
            ? layout(height: height, showsText: showsText)
            : MatrixLayout.frame(symbol, margins: margins, clear: clear)
    }

    /// - Parameter height: of bars, in modules; nil: the format's own.
    func layout(height: Int?, showsText: Bool) -> Layout {
        if format.isRetail {
            return RetailLayout(format).layout(
                symbol, payload, addOn: addOn, margins: margins, height: max(height ?? format.traits.rowHeight, 12),
                showsText: showsText)
        }
        guard symbol.rows == 1 else {
            if clear == nil, options.moduleShape == .square, options.finderShape == .square {
                return MatrixLayout.layout(symbol, margins: margins)
            }
            return MatrixLayout.layout(
                symbol, margins: margins, moduleShape: options.moduleShape, finderShape: options.finderShape,
                clear: clear)
        }
        // It is hard to keep a line within a symbol that is long: 15 % of its length are high enough (ISO/IEC 15417,
        // annex D).
        let usual = format.isLinear && format.traits.rowHeight == 50 ? symbol.width * 15 / 100 : 0
        return LinearLayout.layout(
            symbol, payload, margins: margins, height: height ?? max(format.traits.rowHeight, usual),
            showsText: showsText, hasBearers: format == .itf14)
    }
}
