internal import BeelineContent
internal import BeelineRules
internal import BeelineSupport
internal import BeelineSymbols

/// Reads an element of `"tests"`.
struct RuleTestReader {
    let signatures: [ActionSignature]
    /// Nil where the rules have mistakes: then their names are unknown.
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

/// Reads `"given"`: what actions find, and what stands in catalogues.
struct GivenReader {
    /// Nil where the names are unknown.
    let vocabulary: RuleTestVocabulary?
    let log: IssueLog

    /// What catalogues are called; no action can have this name.
    static let catalogKey = "catalog"

    func given(_ value: JSONValue, at path: JSONPath) -> RuleTest.Given {
        var given = RuleTest.Given()
        guard let object = ObjectReader(value, at: path, log: log, allowed: nil, what: "'given'") else { return given }
        for member in object.all {
            let memberPath = path.member(member.name)
            if member.name == Self.catalogKey {
                given.catalogSource = member.value
                given.catalogs = catalogs(member.value, at: memberPath)
            } else if let results = results(member, at: memberPath) {
                given.results[member.name] = results
            }
        }
        return given
    }

    /// What an action finds; unless they are given, `found` is true and `service` the first that is asked.
    private func results(_ member: JSONValue.Member, at path: JSONPath) -> [String: FieldValue]? {
        if let vocabulary, vocabulary.results[member.name] == nil {
            let known = vocabulary.results.keys.sorted()
            let hint = log.hint(for: member.name, in: known + [Self.catalogKey])
            let others = known.isEmpty ? "" : "; there are \(known.joined(separator: ", "))"
            log.error("no action is called '\(member.name)' by 'as'\(hint.isEmpty ? others : hint)", at: path, .name)
            return nil
        }
        let names = vocabulary?.results[member.name]
        guard
            let object = ObjectReader(
                member.value, at: path, log: log, allowed: names, what: "what '\(member.name)' finds")
        else { return nil }
        var results: [String: FieldValue] = [:]
        if names?.contains(ResultName.found) ?? false { results[ResultName.found] = .boolean(true) }
        if let service = vocabulary?.services[member.name] { results[ResultName.service] = .text(service) }
        for result in object.all { results[result.name] = self.value(result, at: path.member(result.name)) }
        return results
    }

    private func value(_ result: JSONValue.Member, at path: JSONPath) -> FieldValue? {
        if result.name == ResultName.found {
            guard case .boolean(let truth) = result.value else {
                log.error("'found' is true or false, not \(result.value.typeName)", at: path)
                return nil
            }
            return .boolean(truth)
        }
        switch result.value {
        case .null: return nil
        case .string, .boolean, .integer, .real: return result.value.fieldValue
        case .array(let elements):
            if elements.isEmpty { return nil }
            if let list = result.value.fieldValue { return list }
            log.error("the elements of a result are strings, numbers, true or false", at: path)
        case .object:
            log.error("a result is a string, a number, true or false, or a list of these, not an object", at: path)
        }
        return nil
    }

    private func catalogs(_ value: JSONValue, at path: JSONPath) -> [Catalog] {
        guard let object = ObjectReader(value, at: path, log: log, allowed: nil, what: "'catalog'") else { return [] }
        return object.all.compactMap { member in
            if let vocabulary, vocabulary.catalogs[member.name] == nil {
                let known = vocabulary.catalogs.keys.sorted()
                let hint = log.hint(for: member.name, in: known)
                let others = known.isEmpty ? "" : "; there are \(known.joined(separator: ", "))"
                log.error(
                    "no rule looks into a catalogue '\(member.name)'\(hint.isEmpty ? others : hint)",
                    at: path.member(member.name), .name)
                return nil
            }
            return catalog(member, at: path.member(member.name))
        }
    }

    /// A catalogue with the rows that are given: an object of texts for each key.
    private func catalog(_ member: JSONValue.Member, at path: JSONPath) -> Catalog? {
        guard let object = ObjectReader(member.value, at: path, log: log, allowed: nil, what: "a catalogue") else {
            return nil
        }
        let asked = vocabulary?.catalogs[member.name] ?? []
        var columns = asked
        var rows: [(key: String, cells: [String: String])] = []
        for row in object.all {
            let path = path.member(row.name)
            guard !row.name.isEmpty else {
                log.error("a key is a text that is not empty", at: path, .name)
                continue
            }
            guard let cells = ObjectReader(row.value, at: path, log: log, allowed: nil, what: "a row") else { continue }
            var texts: [String: String] = [:]
            for cell in cells.all {
                let path = path.member(cell.name)
                guard RuleName.isValid(cell.name) else {
                    log.error("the name of a column is letters, digits and '_': '\(cell.name)'", at: path, .name)
                    continue
                }
                if !asked.contains(cell.name), let near = Spelling.nearest(to: cell.name, in: asked.sorted()) {
                    log.warning(
                        "no rule asks for the column '\(cell.name)' (did you mean '\(near)'?)", at: path, .name)
                }
                columns.insert(cell.name)
                switch cell.value {
                case .null: break
                case .string(let text): texts[cell.name] = text
                default: log.error("'\(cell.name)' is a string, not \(cell.value.typeName)", at: path)
                }
            }
            rows.append((row.name, texts))
        }
        let names = columns.sorted()
        do throws(CatalogError) {
            return try Catalog(
                name: member.name, columns: names, rows: rows.map { row in (row.key, names.map { row.cells[$0] }) })
        } catch {
            log.error("\(error)", at: path)
            return nil
        }
    }
}
