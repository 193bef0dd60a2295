internal import BeelineDrawing
internal import CZint

extension EncodedSymbol {
    /// Encodes a symbol with libzint. After an error there are no modules.
    init(_ request: SymbolRequest) {
        var answer = beeline_zint_answer()
        // An array without elements has no address.
        let bytes = request.bytes.isEmpty ? [0] : request.bytes
        bytes.withUnsafeBufferPointer { buffer in
            guard let start = buffer.baseAddress else { return }
            var zint = beeline_zint_request(
                symbology: request.format.zintSymbology, bytes: start, length: request.bytes.count,
                is_gs1: request.isGS1, eci: Int32(clamping: request.eci), level: Int32(clamping: request.level))
            beeline_zint_make(&zint, &answer)
        }
        defer { beeline_zint_free(&answer) }
        let message = withUnsafeBytes(of: answer.message) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
        let (width, rows) = (Int(answer.width), Int(answer.rows))
        let heights = withUnsafeBytes(of: answer.row_heights) { heights in
            heights.bindMemory(to: Float.self).prefix(rows).map { $0 >= 1 ? Int($0.rounded()) : 0 }
        }
        self.init(
            width: width, modules: Array(UnsafeBufferPointer(start: answer.modules, count: width * rows)),
            rowHeights: heights, message: message)
    }
}

extension CodeFormat {
    /// The number in zint.h.
    fileprivate var zintSymbology: Int32 {
        switch self {
        case .qr, .gs1QR: BARCODE_QRCODE
        case .microQR: BARCODE_MICROQR
        case .rectangularMicroQR: BARCODE_RMQR
        case .dataMatrix, .gs1DataMatrix: BARCODE_DATAMATRIX
        case .aztec: BARCODE_AZTEC
        case .pdf417: BARCODE_PDF417
        case .microPDF417: BARCODE_MICROPDF417
        case .ean13, .isbn, .ean8: BARCODE_EANX
        case .upcA: BARCODE_UPCA
        case .upcE: BARCODE_UPCE
        case .code128: BARCODE_CODE128
        case .gs1128: BARCODE_GS1_128
        case .code39: BARCODE_CODE39
        case .code93: BARCODE_CODE93
        case .code11: BARCODE_CODE11
        case .telepen: BARCODE_TELEPEN
        case .codabar: BARCODE_CODABAR
        case .itf, .itf14: BARCODE_C25INTER
        case .databar: BARCODE_DBAR_OMN
        case .databarStacked: BARCODE_DBAR_STK
        case .databarStackedOmni: BARCODE_DBAR_OMNSTK
        case .databarLimited: BARCODE_DBAR_LTD
        case .databarExpanded: BARCODE_DBAR_EXP
        case .databarExpandedStacked: BARCODE_DBAR_EXPSTK
        }
    }
}
