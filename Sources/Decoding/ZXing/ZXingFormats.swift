internal import BeelineSymbols
internal import CZXing

/// The symbologies that ZXing reads, as it and as we call them.
enum ZXingFormats {
    /// What the library that this program is linked with reads.
    static let readable: Set<Symbology> = {
        let known = beeline_zxing_formats()
        return Set(table.filter { known & $0.format.rawValue != 0 }.map(\.symbology))
    }()

    /// The bits of those symbologies that the library reads.
    static func bits(of symbologies: Set<Symbology>) -> UInt32 {
        table.reduce(0) { symbologies.contains($1.symbology) ? $0 | $1.format.rawValue : $0 }
    }

    /// The symbology of one bit; nil for one that is not in the table.
    static func symbology(of format: UInt32) -> Symbology? {
        table.first { $0.format.rawValue == format }?.symbology
    }

    private static let table: [(symbology: Symbology, format: BeelineZXingFormat)] = [
        (.aztec, .aztec), (.codabar, .codabar), (.code39, .code39),
        (.code93, .code93), (.code128, .code128), (.databar, .dataBar),
        (.databarExpanded, .dataBarExpanded), (.databarLimited, .dataBarLimited),
        (.dataMatrix, .dataMatrix), (.ean8, .EAN8), (.ean13, .EAN13),
        (.itf, .ITF), (.maxiCode, .maxiCode), (.pdf417, .PDF417),
        (.qr, .QR), (.microQR, .microQR),
        (.rectangularMicroQR, .rectangularMicroQR), (.upcA, .UPCA), (.upcE, .UPCE),
        (.dxFilmEdge, .dxFilmEdge),
    ]
}
