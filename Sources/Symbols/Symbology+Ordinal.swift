extension Symbology {
    /// Its line in the table, so that nothing has to be looked up for a line of output; nil for one that the table does
    /// not have.
    package var ordinal: Int? {
        switch self {
        case .ean13: 0
        case .ean8: 1
        case .upcA: 2
        case .upcE: 3
        case .ean5: 4
        case .ean2: 5
        case .itf: 6
        case .databar: 7
        case .databarLimited: 8
        case .databarExpanded: 9
        case .codabar: 10
        case .code11: 11
        case .code39: 12
        case .code93: 13
        case .code128: 14
        case .msi: 15
        case .pdf417: 16
        case .microPDF417: 17
        case .qr: 18
        case .microQR: 19
        case .rectangularMicroQR: 20
        case .aztec: 21
        case .dataMatrix: 22
        case .maxiCode: 23
        case .dotCode: 24
        case .dxFilmEdge: 25
        case .sqCode: 26
        case .unknown: 27
        case .other: nil
        }
    }
}
