/// Latin letters with marks, and the letters below the marks: é is an e.
///
/// Facts of the Unicode Character Database (canonical decompositions; behind them letters with strokes, hooks and the like,
/// which have none, by their names); Swift's library decomposes only to compare.
enum BaseLetters {
    static let table: [UInt32: Unicode.Scalar] = {
        var table: [UInt32: Unicode.Scalar] = [:]
        for (base, letters) in rows {
            for letter in letters.unicodeScalars { table[letter.value] = base }
        }
        return table
    }()

    private static let rows: [(Unicode.Scalar, String)] = [
        ("a", "àáâãäåāăąǎǟǡǻȁȃȧḁạảấầẩẫậắằẳẵặⱥẚ"),
        ("b", "ḃḅḇƀƃ"),
        ("c", "çćĉċčḉƈȼ"),
        ("d", "ďḋḍḏḑḓƌȡ"),
        ("e", "èéêëēĕėęěȅȇȩḕḗḙḛḝẹẻẽếềểễệɇ"),
        ("f", "ḟƒ"),
        ("g", "ĝğġģǧǵḡǥ"),
        ("h", "ĥȟḣḥḧḩḫẖ"),
        ("i", "ìíîïĩīĭįǐȉȋḭḯỉị"),
        ("j", "ĵǰ"),
        ("k", "ķǩḱḳḵ"),
        ("l", "ĺļľḷḹḻḽƚŀȴⱡ"),
        ("m", "ḿṁṃ"),
        ("n", "ñńņňǹṅṇṉṋƞȵŉ"),
        ("o", "òóôõöōŏőơǒǫǭȍȏȫȭȯȱṍṏṑṓọỏốồổỗộớờởỡợǿⱺ"),
        ("p", "ṕṗƥ"),
        ("r", "ŕŗřȑȓṙṛṝṟɍ"),
        ("s", "śŝşšșṡṣṥṧṩſȿ"),
        ("t", "ţťțṫṭṯṱẗŧƫƭȶⱦ"),
        ("u", "ùúûüũūŭůűųưǔǖǘǚǜȕȗṳṵṷṹṻụủứừửữự"),
        ("v", "ṽṿ"),
        ("w", "ŵẁẃẅẇẉẘⱳ"),
        ("x", "ẋẍ"),
        ("y", "ýÿŷȳẏẙỳỵỷỹƴɏ"),
        ("z", "źżžẑẓẕƶȥɀⱬ"),
    ]
}
