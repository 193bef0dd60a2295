import Beeline

/// Rule files of any size, as a large shop with a library corner would write them: most rules are about the numbers of
/// makers and publishers, some about the hosts of links, some about labels of the house, a few about whole kinds.
///
/// The same size gives the same file each time.
enum ShopRules {
    static func file(count: Int) -> RuleFile {
        var random = Sequence(state: UInt64(count))
        let rules = (0..<count).map { rule($0, of: count, &random) }
        let text =
            #"{"version":1,"constants":{"shop":"shop.example.com"},"rules":[\#(rules.joined(separator: ",\n"))]}"#
        return RuleFile(name: "shop-\(count).json", text: text)
    }

    private static func rule(_ index: Int, of count: Int, _ random: inout Sequence) -> String {
        let id = "r\(index)"
        // The rules that any code of a kind ends with come last.
        let last = index - (count - general.count)
        if last >= 0 { return rule(id, when: general[last].when, url: general[last].url) }
        switch index % 20 {
        case 0..<9:
            let prefix = 100_000_0 + random.next(below: 8_999_999)
            return rule(id, when: #""kind":"product","gtin13":{"prefix":"\#(prefix)"}"#, url: "maker/{gtin13}")
        case 9..<12:
            let prefix = "978\(random.next(below: 90_000) + 10_000)"
            return rule(id, when: #""kind":"isbn","isbn13":{"prefix":"\#(prefix)"}"#, url: "publisher/{isbn13}")
        case 12..<13:
            let body = UInt64(400_000_000_000 + random.next(below: 999_999_999))
            let gtin = "\(body)\(CheckDigit.gs1(body))"
            return rule(id, when: #""kind":"product","gtin13":"\#(gtin)""#, url: "article/{gtin13}")
        case 13..<16:
            let host = "\(random.word(6)).\(random.word(5)).\(["com", "org", "de", "co.jp"][random.next(below: 4)])"
            return rule(id, when: #""kind":"url","host":{"domain":"\#(host)"}"#, url: "partner{?host}")
        case 16..<19:
            let pattern = "\(random.word(3).uppercased())-(?P<number>[0-9]{4,8})(/[A-Z])?"
            return rule(id, when: #""kind":"text","text":{"matches":"\#(pattern)"}"#, url: "label/{match.number}")
        default:
            let source = "till\(random.next(below: 500))"
            return rule(id, when: #""kind":"wifi","ssid":"\#(source)""#, url: "network{?ssid}")
        }
    }

    private static func rule(_ id: String, when: String, url: String) -> String {
        #"{"id":"\#(id)","when":{\#(when)},"do":[{"action":"open-url","url":"https://{const.shop}/\#(url)"}]}"#
    }

    private static let general = [
        (when: #""kind":"isbn""#, url: "isbn/{isbn13}"),
        (when: #""kind":"product""#, url: "article/{gtin14}"),
        (when: #""kind":"url""#, url: "link{?host}"),
        (when: #""kind":["text","json"]"#, url: "text?t={text}"),
    ]

    /// Numbers that look as if they were drawn (an LCG), and are the same each time.
    private struct Sequence {
        private var state: UInt64

        init(state: UInt64) { self.state = state }

        mutating func next(below limit: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(state >> 33) % limit
        }

        private let letters = Array("abcdefghijklmnopqrstuvwxyz")

        mutating func word(_ length: Int) -> String {
            String((0..<length).map { _ in letters[next(below: letters.count)] })
        }
    }
}
