/// What the first digits of the number tell (GS1 General Specifications, section 1.4.2).
extension GTIN {
    /// The first three digits of the EAN-13, or of the eight of a GTIN-8.
    private var prefix: Int {
        Int(isGTIN8 ? number / 100_000 : number / 10_000_000_000 % 1_000)
    }

    /// The thirteen digits of the article, without the digit for the packaging.
    private var article: UInt64 { number % 10_000_000_000_000 }

    /// Whether the number is for use inside a company or region only, and means something else elsewhere.
    ///
    /// Prefixes 02, 04 and 20…29, and seven zeros; of eight digits, those that begin with 0 or 2.
    public var isRestricted: Bool {
        if isGTIN8 { return prefix < 100 || 200..<300 ~= prefix }
        switch prefix {
        case 20..<30, 40..<50, 200..<300: return true
        default: return article < 1_000_000
        }
    }

    /// Whether it is a coupon: prefixes 05 (a UPC-A that begins with 5), 981…984 and 99.
    public var isCoupon: Bool {
        switch prefix {
        case 50..<60, 981...984, 990...999: !isGTIN8
        default: false
        }
    }

    /// Whether it is a receipt for a refund: prefix 980.
    public var isRefund: Bool { prefix == 980 && !isGTIN8 }

    /// The country whose GS1 organisation gave the number to a company, two letters of ISO 3166-1; not where the article
    /// was made. Nil where no single one did. Where one organisation serves two countries, it is the one of its seat:
    /// `BE` for Luxembourg too.
    public var region: String? {
        // The numbers that EAN-13 would share with GTIN-8 are given to nobody.
        guard isGTIN8 ? !isRestricted : article >= 100_000_000 else { return nil }
        let region = Self.regions[prefix]
        return region.isEmpty ? nil : region
    }

    /// For each prefix the country, or an empty text.
    private static let regions: [String] = {
        var regions = Array(repeating: "", count: 1_000)
        for (prefixes, region) in prefixesByRegion {
            for prefix in prefixes { regions[prefix] = region }
        }
        return regions
    }()

    /// GS1's list of prefixes. 950…952 and 960…969 are the Global Office's, 977…979 the number's own kinds.
    private static let prefixesByRegion: [(ClosedRange<Int>, String)] = [
        (0...19, "US"), (30...39, "US"), (60...139, "US"), (300...379, "FR"), (380...380, "BG"), (383...383, "SI"),
        (385...385, "HR"), (387...387, "BA"), (389...389, "ME"), (390...390, "XK"), (400...440, "DE"),
        (450...459, "JP"), (460...469, "RU"), (470...470, "KG"), (471...471, "TW"), (474...474, "EE"),
        (475...475, "LV"), (476...476, "AZ"), (477...477, "LT"), (478...478, "UZ"), (479...479, "LK"),
        (480...480, "PH"), (481...481, "BY"), (482...482, "UA"), (483...483, "TM"), (484...484, "MD"),
        (485...485, "AM"), (486...486, "GE"), (487...487, "KZ"), (488...488, "TJ"), (489...489, "HK"),
        (490...499, "JP"), (500...509, "GB"), (520...521, "GR"), (528...528, "LB"), (529...529, "CY"),
        (530...530, "AL"), (531...531, "MK"), (535...535, "MT"), (539...539, "IE"), (540...549, "BE"),
        (560...560, "PT"), (569...569, "IS"), (570...579, "DK"), (590...590, "PL"), (594...594, "RO"),
        (599...599, "HU"), (600...601, "ZA"), (603...603, "GH"), (604...604, "SN"), (605...605, "UG"),
        (606...606, "AO"), (607...607, "OM"), (608...608, "BH"), (609...609, "MU"), (611...611, "MA"),
        (613...613, "DZ"), (615...615, "NG"), (616...616, "KE"), (617...617, "CM"), (618...618, "CI"),
        (619...619, "TN"), (620...620, "TZ"), (621...621, "SY"), (622...622, "EG"), (624...624, "LY"),
        (625...625, "JO"), (626...626, "IR"), (627...627, "KW"), (628...628, "SA"), (629...629, "AE"),
        (630...630, "QA"), (631...631, "NA"), (632...632, "RW"), (640...649, "FI"), (680...681, "CN"),
        (690...699, "CN"), (700...709, "NO"), (729...729, "IL"), (730...739, "SE"), (740...740, "GT"),
        (741...741, "SV"), (742...742, "HN"), (743...743, "NI"), (744...744, "CR"), (745...745, "PA"),
        (746...746, "DO"), (750...750, "MX"), (754...755, "CA"), (759...759, "VE"), (760...769, "CH"),
        (770...771, "CO"), (773...773, "UY"), (775...775, "PE"), (777...777, "BO"), (778...779, "AR"),
        (780...780, "CL"), (784...784, "PY"), (786...786, "EC"), (789...790, "BR"), (800...839, "IT"),
        (840...849, "ES"), (850...850, "CU"), (858...858, "SK"), (859...859, "CZ"), (860...860, "RS"),
        (865...865, "MN"), (867...867, "KP"), (868...869, "TR"), (870...879, "NL"), (880...881, "KR"),
        (883...883, "MM"), (884...884, "KH"), (885...885, "TH"), (888...888, "SG"), (890...890, "IN"),
        (893...893, "VN"), (894...894, "BD"), (896...896, "PK"), (899...899, "ID"), (900...919, "AT"),
        (930...939, "AU"), (940...949, "NZ"), (955...955, "MY"), (958...958, "MO"),
    ]
}
