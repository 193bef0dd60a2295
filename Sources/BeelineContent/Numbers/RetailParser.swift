internal import BeelineSymbols

/// Books and products: the digits of retail symbols, and digits that were typed in.
///
/// In other symbologies a number is just text, for nothing says that it is a GTIN.
enum RetailParser {
    static func parse(_ symbol: Symbol, _ text: String) -> ContentParser.Verdict {
        switch symbol.symbology {
        case .ean13, .ean8, .upcA, .upcE, .databar, .databarLimited, .itf, .unknown, .other: break
        default: return .passed
        }
        guard let (value, count) = Digits.parse(text.utf8) else {
            guard symbol.symbology.isRetail else { return .passed }
            let isDigits = text.utf8.allSatisfy(\.isASCIIDigit)
            let reason = isDigits ? "\(text.utf8.count) digits" : "other characters than digits"
            return .doubted(.notOfSymbology(symbol.symbology, reason: reason))
        }
        switch symbol.symbology {
        case .ean13, .upcA: return number(symbol.symbology, value, count, allowed: 12...13)
        case .ean8: return number(symbol.symbology, value, count, allowed: 8...8)
        case .upcE:
            // Some readers report the UPC-A that it stands for.
            return count == 8 ? upcE(text) : number(.upcE, value, count, allowed: 12...13)
        case .databar, .databarLimited:
            // Some readers report the Application Identifier 01 before the fourteen digits.
            let isWithAI = count == 16 && value / 100_000_000_000_000 == 1
            guard count == 14 || isWithAI else { return .passed }
            return checked(value % 100_000_000_000_000, 14)
        case .itf:
            // ITF carries other numbers too, so fourteen digits with a wrong check digit are no news.
            guard count == 14, let gtin = try? GTIN(value, digits: count) else { return .passed }
            return .taken(.product(gtin))
        default: return typed(text, value, count)
        }
    }

    /// A symbol that holds a GTIN and nothing else.
    private static func number(
        _ symbology: Symbology, _ value: UInt64, _ count: Int, allowed: ClosedRange<Int>
    ) -> ContentParser.Verdict {
        guard allowed.contains(count) else {
            return .doubted(.notOfSymbology(symbology, reason: "\(count) digits"))
        }
        return checked(value, count)
    }

    private static func checked(_ value: UInt64, _ count: Int) -> ContentParser.Verdict {
        let isBook = count == 13 && ISBN.isBook(value)
        do throws(NumberError) {
            return .taken(isBook ? .isbn(try ISBN(isbn13: value)) : .product(try GTIN(value, digits: count)))
        } catch .wrongCheckDigit(let found, let expected) {
            return .doubted(.wrongCheckDigit(of: isBook ? "an ISBN" : "a GTIN", found: found, expected: expected))
        } catch {
            return .passed
        }
    }

    private static func upcE(_ text: String) -> ContentParser.Verdict {
        do throws(NumberError) {
            return .taken(.product(try GTIN(upcE: text)))
        } catch .wrongCheckDigit(let found, let expected) {
            return .doubted(.wrongCheckDigit(of: "a UPC-E", found: found, expected: expected))
        } catch {
            return .doubted(.notOfSymbology(.upcE, reason: error.description))
        }
    }

    /// Digits without a symbology: their count must say what they are.
    private static func typed(_ text: String, _ value: UInt64, _ count: Int) -> ContentParser.Verdict {
        switch count {
        case 12, 13, 14: return checked(value, count)
        case 8:
            // What begins with 0 or 1 may be a UPC-E as well, whose check digit is another one's.
            if let gtin = try? GTIN(value, digits: 8), value >= 20_000_000 { return .taken(.product(gtin)) }
            let isEither = (try? GTIN(value, digits: 8)) != nil || (try? GTIN(upcE: text)) != nil
            return isEither ? .doubted(.ambiguousEightDigits) : .passed
        default: return .passed
        }
    }
}
