internal import Glibc

extension LocalDecoder {
    /// Has everything loaded that decoding would otherwise load from files when it is first needed. To be called once, by a
    /// process that is about to shut itself in.
    public static func prepare() {
        Conversion.prepare([.japanese, .chinese])
        ImagePage.prepare()
        // ZBar opens these for every QR code, wanted or not.
        for charset in ["SJIS", "ISO8859-1", "BIG5"] { _ = iconv_open("UTF-8", charset) }
        // Where libheif's decoders are plugins, it looks for them with the first file of its kind, be there nothing in it.
        _ = try? GrayImage(decoding: [0, 0, 0, 0x18] + "ftypheic".utf8 + [0, 0, 0, 0] + "mif1heic".utf8)
    }
}
