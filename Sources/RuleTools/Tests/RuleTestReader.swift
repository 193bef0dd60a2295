internal import BeelineContent
internal import BeelineRules
internal import BeelineSupport
internal import BeelineSymbols

/// Reads an element of `"tests"`.
struct RuleTestReader {
    let signatures: [ActionSignature]
    /// Nil where the rules have mistakes: then nobody knows which names there would be.
    let vocabulary: RuleTestVocabulary?
    let log: IssueLog
    let locator: JSONLocator

    /// The test; nil, and logged, when there is something wrong with it.
    func test(_ value: JSONValue, at path: JSONPath) -> RuleTest? {
        let errors = log.errorCount
        guard let object = ObjectReader(value, at: path, log: log, allowed: RuleObject.test.keyNames, what: "a test")
        else {
            return nil
        }
        let title = object.text("title")
        var code: (symbol: Symbol, scan: Scan)?
        if let scan = object["scan"] {
            code = self.code(scan, at: path.member("scan"))
        } else {
            log.error("a test needs 'scan', such as {\"text\": \"9784873119045\"}", at: path)
        }
        var given = RuleTest.Given()
        if let value = object["given"] {
            given = GivenReader(vocabulary: vocabulary, log: log).given(value, at: path.member("given"))
        }
        var expected = RuleTest.Expectation(rule: RuleTest.Expectation.TakingRule.none)
        switch object["expect"] {
        case nil: log.error("a test needs 'expect'; null: no rule takes the code", at: path)
        case .null: break
        case .some(let value):
            let reader = ExpectationReader(signatures: signatures, vocabulary: vocabulary, log: log)
            expected = reader.expectation(value, at: path.member("expect"))
        }
        guard let code, log.errorCount == errors else { return nil }
        let name = title ?? code.symbol.text ?? "bytes \(Base64.encode(code.symbol.bytes))"
        return RuleTest(
            name: name, path: path, position: locator.positionOfValue(at: path), symbol: code.symbol, scan: code.scan,
            given: given, expected: expected)
    }

    /// What is scanned, and when.
    private func code(_ value: JSONValue, at path: JSONPath) -> (symbol: Symbol, scan: Scan)? {
        guard let object = ObjectReader(value, at: path, log: log, allowed: RuleObject.scan.keyNames, what: "'scan'")
        else {
            return nil
        }
        let text = object.text("text")
        let bytes = bytes(object)
        if (object["text"] == nil) == (object["bytes"] == nil) {
            log.error(
                object["text"] == nil
                    ? "'scan' needs 'text', or 'bytes' in Base64" : "'scan' has 'text' or 'bytes', not both", at: path)
        }
        let symbology = symbology(object)
        let aim = object.text("aim").flatMap { text in
            let aim = AIMIdentifier(text)
            if aim == nil { log.error("'aim' is such as ]E0, and '\(text)' is not", at: path.member("aim")) }
            return aim
        }
        let addOn = object.text("addOn")
        if let addOn, ![2, 5].contains(addOn.utf8.count) || !addOn.utf8.allSatisfy(\.isASCIIDigit) {
            log.error("'addOn' is two or five digits, and '\(addOn)' is not", at: path.member("addOn"))
        }
        var scan = Scan.ofTests
        if let moment = object.text("at") {
            if let found = Scan(moment) {
                scan = found
            } else {
                log.error(
                    "'at' is a moment such as 2026-12-24T21:30 or 2026-12-24, and '\(moment)' is none",
                    at: path.member("at"))
            }
        }
        scan.source = object.text("source")
        if let text { return (Symbol(symbology, text, aim: aim, addOn: addOn), scan) }
        return bytes.map { (Symbol(symbology, bytes: $0, aim: aim, addOn: addOn), scan) }
    }

    private func bytes(_ object: ObjectReader) -> [UInt8]? {
        guard let text = object.text("bytes") else { return nil }
        let bytes = Base64.decode(text)
        if bytes == nil { log.error("'bytes' is Base64, with its padding", at: object.path.member("bytes")) }
        return bytes
    }

    /// The symbology by the one name that rules have for it.
    private func symbology(_ object: ObjectReader) -> Symbology {
        guard let name = object.text("symbology") else { return .unknown }
        let path = object.path.member("symbology")
        switch FieldForm.symbology.problem(with: name) {
        case .notOneOf(let names)?:
            let hint = log.hint(for: name, in: names)
            let known = hint.isEmpty ? "; there are \(names.joined(separator: ", "))" : hint
            log.error("there is no symbology '\(name)'\(known)", at: path)
        case .spelledOtherwise(let canonical)?:
            log.error("'symbology' is never '\(name)': write '\(canonical)'", at: path)
        case nil, .notOfForm?, .broken?: break
        }
        return Symbology(name: name)
    }
}
