public import BeelineSymbols
internal import CZBar
internal import CZXing

extension LocalDecoder {
    /// What the libraries read that this program is linked with.
    public static var capabilities: DecoderCapabilities {
        var (major, minor, patch): (UInt32, UInt32, UInt32) = (0, 0, 0)
        zbar_version(&major, &minor, &patch)
        // 10400 is 1.4.0.
        let zxing = beeline_zxing_version()
        return DecoderCapabilities(
            decoders: [
                DecoderCapabilities.Decoder(
                    name: ZBarDecoder.name, version: "\(major).\(minor).\(patch)", symbologies: ZBarDecoder.readable),
                DecoderCapabilities.Decoder(
                    name: ZXingDecoder.name, version: "\(zxing / 10000).\(zxing / 100 % 100).\(zxing % 100)",
                    symbologies: ZXingFormats.readable),
                DecoderCapabilities.Decoder(
                    name: RetailReader.name, version: "", symbologies: [.ean13, .ean8, .upcA, .upcE]),
            ],
            imageFormats: ImageFormat.allCases.map(\.name))
    }
}
