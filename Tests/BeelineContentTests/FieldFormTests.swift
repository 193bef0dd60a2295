import BeelineContent
import Testing

@Suite("How the texts of a field are spelled")
struct FieldFormTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let field: Field
        let text: String
        let problem: FieldForm.Problem?
        var testDescription: String { "\(field) \(text.debugDescription)" }

        init(_ field: Field, _ text: String, _ problem: FieldForm.Problem? = nil) {
            (self.field, self.text, self.problem) = (field, text, problem)
        }
    }

    static let kinds = FieldForm.Problem.notOneOf(Kind.allCases.map(\.rawValue))
    static let isbn13 = FieldForm.Problem.notOfForm("an ISBN of 13 digits")
    static let isbn10 = FieldForm.Problem.notOfForm("an ISBN of 10 characters")

    private static func gtin(_ count: Int) -> FieldForm.Problem {
        .notOfForm("a GTIN of \(count) digits with its check digit")
    }

    static let cases = [
        Case(.text, ""), Case(.text, "Any Text\n"), Case(.compact, "a b"), Case(.path, "/A"), Case(.url, "no link"),
        Case(.kind, "isbn"), Case(.kind, "ISBN", kinds), Case(.kind, "", kinds), Case(.kind, "isbn ", kinds),
        Case(.symbology, "ean_13"), Case(.symbology, "unknown"),
        Case(.symbology, "EAN-13", .spelledOtherwise("ean_13")),
        Case(.symbology, "org.iso.QRCode", .spelledOtherwise("qr_code")),
        Case(.host, "example.com"), Case(.host, "Example.com", .spelledOtherwise("example.com")),
        Case(.host, "Müller.de", .spelledOtherwise("xn--mller-kva.de")), Case(.host, "xn--mller-kva.de"),
        Case(.scheme, "HTTPS", .spelledOtherwise("https")),
        Case(.isbn13, "9784873119045"), Case(.isbn13, "978-4-87311-904-5", .spelledOtherwise("9784873119045")),
        Case(.isbn13, "4873119049", .spelledOtherwise("9784873119045")), Case(.isbn13, "9784873119046", isbn13),
        Case(.isbn13, "9790060115615", isbn13), Case(.isbn13, "", isbn13),
        Case(.isbn10, "4873119049"), Case(.isbn10, "080442957X"),
        Case(.isbn10, "080442957x", .spelledOtherwise("080442957X")),
        Case(.isbn10, "9784873119045", .spelledOtherwise("4873119049")), Case(.isbn10, "9791034300013", isbn10),
        Case(.gtin14, "00036000291452"), Case(.gtin14, "036000291452", .spelledOtherwise("00036000291452")),
        Case(.gtin14, "96385074", .spelledOtherwise("00000096385074")), Case(.gtin14, "1", gtin(14)),
        Case(.gtin13, "4006381333931"), Case(.gtin13, "4006381333930", gtin(13)),
        Case(.gtin13, "12345678901231", gtin(13)), Case(.gtin13, "036000291452", .spelledOtherwise("0036000291452")),
        Case(.gtin12, "036000291452"), Case(.gtin12, "0036000291452", .spelledOtherwise("036000291452")),
        Case(.gtin12, "4006381333931", gtin(12)),
        Case(.gtin8, "96385074"), Case(.gtin8, "036000291452", gtin(8)),
        Case(.issn, "0024-9319"), Case(.issn, "00249319", .spelledOtherwise("0024-9319")),
        Case(.issn, "ISSN 2434-561x", .spelledOtherwise("2434-561X")),
        Case(.issn, "9770024931000", .spelledOtherwise("0024-9319")),
        Case(.issn, "0024-9318", .notOfForm("an ISSN, such as 0024-9319")),
        Case(.ismn, "9790230671187"), Case(.ismn, "M-2306-7118-7", .spelledOtherwise("9790230671187")),
        Case(.ismn, "979-0-2306-7118-7", .spelledOtherwise("9790230671187")),
        Case(.ismn, "9780306406157", .notOfForm("an ISMN of 13 digits")),
        Case(.addOn, "05"), Case(.addOn, "52495"), Case(.addOn, "052", .notOfForm("2 or 5 digits")),
        Case(.addOn, "", .notOfForm("2 or 5 digits")), Case(.addOn, "٠٥", .notOfForm("2 or 5 digits")),
        Case(.addOn, "é", .notOfForm("2 or 5 digits")),
        Case(.vin, "1M8GDM9AXKP042788"), Case(.vin, "1m8gdm9axkp042788", .spelledOtherwise("1M8GDM9AXKP042788")),
        Case(.vin, "1M8GDM9A1KP042788", .notOfForm("a VIN of 17 characters with its check digit")),
        Case(.bic, "COBADEFF"), Case(.bic, "cobadeffxxx", .spelledOtherwise("COBADEFFXXX")),
        Case(.bic, "COBADE", .notOfForm("a BIC of 8 or 11 characters")),
        Case(.merchantCategory, "5411"), Case(.merchantCategory, "grocer", .notOfForm("4 digits")),
        Case(.issuerNumber, "636000"), Case(.issuerNumber, "CA", .notOfForm("6 digits")),
        Case(.phone, "+4930123456"), Case(.phone, "+49 (0)30 123456", .spelledOtherwise("+4930123456")),
        Case(.phones, "030/123", .spelledOtherwise("030123")), Case(.phone, "1-800-FLOWERS"),
        Case(.eapMethod, "PEAP"), Case(.eapMethod, "peap", .spelledOtherwise("PEAP")),
        Case(.phone, "+4930123 ext. 5", .spelledOtherwise("+4930123;ext=5")),
    ]

    @Test("an operand is right, spelled otherwise, or never equal to the field", arguments: cases)
    func judges(_ example: Case) {
        #expect(example.field.definition.form.problem(with: example.text) == example.problem)
    }

    @Test("a symbology that nobody knows gets the list of those that are", arguments: ["Telepen", "ean_14", "", "-"])
    func listsSymbologies(name: String) throws {
        let problem = try #require(Field.symbology.definition.form.problem(with: name))
        guard case .notOneOf(let names) = problem else {
            Issue.record("\(problem)")
            return
        }
        #expect(names.contains("ean_13") && names.contains("unknown"))
    }
}
