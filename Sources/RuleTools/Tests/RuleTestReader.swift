internal import BeelineContent
internal import BeelineRules
internal import BeelineSupport
internal import BeelineSymbols

struct RuleTestReader {
    let signatures: [ActionSignature]
    /// Nil where the rules have errors: then their names are unknown.
    let vocabulary: RuleTestVocabulary?
    let log: IssueLog
    let locator: JSONLocator

    /// The test; nil, and logged, when there is something wrong with it.
    func test(_ value: JSONValue, at path: JSONPath) -> RuleTest? {
        let errors = log.errorCount
        guard let object = ObjectReader(value, .test, at: path, log) else { return nil }
        let title = object.text("title")
        var code: (symbol: Symbol, beside: [Symbol], scan: Scan)?
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
        case nil: log.error("a test needs 'expect'; null means that no rule matches", at: path)
        case .null: break
        case .some(let value):
            let reader = ExpectationReader(signatures: signatures, vocabulary: vocabulary, log: log)
            expected = reader.expectation(value, at: path.member("expect"))
        }
        guard let code, log.errorCount == errors else { return nil }
        let name = title ?? code.symbol.text ?? "bytes \(Base64.encode(code.symbol.bytes))"
        return RuleTest(
            name: name, path: path, position: locator.positionOfValue(at: path), symbol: code.symbol,
            beside: code.beside, scan: code.scan, given: given, expected: expected)
    }

    /// An example of a kind, as a test: the code is of the kind and has the fields; nil, and logged, when it is wrong.
    func example(of kind: String, _ value: JSONValue, at path: JSONPath) -> RuleTest? {
        let errors = log.errorCount
        guard let object = ObjectReader(value, .example, at: path, log) else { return nil }
        let symbol = symbol(object, "an example")
        var expected = RuleTest.Expectation(kind: kind)
        if let fields = object["fields"] {
            let reader = ExpectationReader(signatures: signatures, vocabulary: vocabulary, log: log)
            expected.fields = reader.fields(fields, at: path.member("fields"))
        }
        guard let symbol, log.errorCount == errors else { return nil }
        let text = symbol.text ?? "bytes \(Base64.encode(symbol.bytes))"
        return RuleTest(
            name: "\(kind): \(text)", path: path, position: locator.positionOfValue(at: path), symbol: symbol,
            beside: [], scan: .ofTests, given: RuleTest.Given(), expected: expected)
    }

    private func code(_ value: JSONValue, at path: JSONPath) -> (symbol: Symbol, beside: [Symbol], scan: Scan)? {
        guard let object = ObjectReader(value, at: path, log: log, allowed: RuleObject.scan.keyNames, what: "'scan'")
        else { return nil }
        let symbol = symbol(object, "'scan'")
        let beside = object.list("beside").compactMap { value, path in
            ObjectReader(value, .neighbour, at: path, log).flatMap { self.symbol($0, "a code of 'beside'") }
        }
        let moment = object.text("at").flatMap { text -> Scan? in
            Scan(text)
                ?? log.refuse(
                    "'at' must be a time such as 2026-12-24T21:30 or 2026-12-24, not '\(text)'", at: path.member("at"))
        }
        var scan = moment ?? .ofTests
        scan.source = object.text("source")
        return symbol.map { ($0, beside, scan) }
    }

    private func symbol(_ object: ObjectReader, _ what: String) -> Symbol? {
        let path = object.path
        let text = object.text("text")
        let bytes = object.text("bytes").flatMap { text -> [UInt8]? in
            Base64.decode(text) ?? log.refuse("'bytes' must be Base64 with its padding", at: path.member("bytes"))
        }
        if (object["text"] == nil) == (object["bytes"] == nil) {
            log.error(
                object["text"] == nil
                    ? "\(what) needs 'text', or 'bytes' in Base64"
                    : "\(what) has both 'text' and 'bytes'; leave one of them out", at: path
            )
        }
        let symbology = symbology(object)
        let aim = object.text("aim").flatMap { text -> AIMIdentifier? in
            AIMIdentifier(text)
                ?? log.refuse("'aim' must be an identifier such as ]E0, not '\(text)'", at: path.member("aim"))
        }
        let addOn = object.text("addOn")
        if let addOn, ![2, 5].contains(addOn.utf8.count) || !addOn.utf8.allSatisfy(\.isASCIIDigit) {
            log.error("'addOn' must be two or five digits, not '\(addOn)'", at: path.member("addOn"))
        }
        let sighting = sighting(object)
        if let text { return Symbol(symbology, text, aim: aim, addOn: addOn, sighting: sighting) }
        return bytes.map { bytes in
            Symbol(symbology, bytes: bytes, aim: aim, addOn: addOn, sighting: sighting) { CharacterSets.guess($0) }
        }
    }

    /// The copies of the code; nil for a code that is typed.
    private func sighting(_ object: ObjectReader) -> Sighting? {
        guard let value = object["copies"] else { return nil }
        guard let copies = value.integer, 1...1_000_000 ~= copies else {
            return log.refuse(
                "'copies' must be a whole number, from 1 to 1000000", at: object.path.member("copies"))
        }
        return Sighting(outline: nil, copies: copies, decoder: "")
    }

    /// The symbology by the one name that rules have for it.
    private func symbology(_ object: ObjectReader) -> Symbology {
        guard let name = object.text("symbology") else { return .unknown }
        let path = object.path.member("symbology")
        switch FieldForm.symbology.problem(with: name) {
        case .notOneOf(let names)?:
            log.error("there is no symbology '\(name)'\(log.suggestion(for: name, in: names))", at: path)
        case .spelledOtherwise(let canonical)?:
            log.error("'symbology' is never '\(name)': write '\(canonical)'", at: path)
        case nil, .notOfForm?, .broken?: break
        }
        return Symbology(name: name)
    }
}

/// Reads `"given"`: results of actions, rows of catalogues, earlier recordings and session values.
struct GivenReader {
    /// Nil where the names are unknown.
    let vocabulary: RuleTestVocabulary?
    let log: IssueLog

    /// The key of catalogues; no action can have this name.
    static let catalogKey = "catalog"

    /// The keys that are not names of actions.
    private static let keys = [catalogKey, SeenField.owner, SessionName.owner]

    func given(_ value: JSONValue, at path: JSONPath) -> RuleTest.Given {
        var given = RuleTest.Given()
        guard let object = ObjectReader(value, at: path, log: log, what: "'given'") else { return given }
        let reader = GivenMemoryReader(vocabulary: vocabulary, log: log)
        for member in object.all {
            switch member.name {
            case Self.catalogKey:
                given.catalogSource = member.value
                given.catalogs = catalogs(member.value, at: member.path)
            case SeenField.owner: reader.readSeen(member, into: &given.memory)
            case SessionName.owner: reader.readSession(member, into: &given.memory)
            default: if let results = results(member) { given.results[member.name] = results }
            }
        }
        return given
    }

    /// The results of an action; by default, `found` is true and `service` is the first service.
    private func results(_ member: ObjectReader.Member) -> [String: FieldValue]? {
        if let vocabulary, vocabulary.results[member.name] == nil {
            let known = vocabulary.results.keys.sorted()
            let hint = Spelling.suggestion(log.hint(for: member.name, in: known + Self.keys), known)
            return log.refuse("no action has 'as' '\(member.name)'\(hint)", at: member.path, .name)
        }
        let names = vocabulary?.results[member.name]
        guard
            let object = ObjectReader(member.value, at: member.path, log: log, allowed: names, what: "'\(member.name)'")
        else { return nil }
        var results: [String: FieldValue] = [:]
        if names?.contains(ResultName.found) ?? false { results[ResultName.found] = .boolean(true) }
        if let service = vocabulary?.services[member.name] { results[ResultName.service] = .text(service) }
        for result in object.all { results[result.name] = self.value(result) }
        return results
    }

    private func value(_ result: ObjectReader.Member) -> FieldValue? {
        let path = result.path
        if result.name == ResultName.found {
            guard case .boolean(let truth) = result.value else {
                return log.refuse("'found' must be true or false, not \(result.value.typeName)", at: path)
            }
            return .boolean(truth)
        }
        switch result.value {
        case .null: return nil
        case .string, .boolean, .integer, .real: return result.value.fieldValue
        case .array(let elements):
            if elements.isEmpty { return nil }
            if let list = result.value.fieldValue { return list }
            log.error("the elements of a result must be strings, numbers, true or false", at: path)
        case .object:
            log.error("a result must be a string, a number, true or false, or a list of these, not an object", at: path)
        }
        return nil
    }

    private func catalogs(_ value: JSONValue, at path: JSONPath) -> [Catalog] {
        guard let object = ObjectReader(value, at: path, log: log, what: "'catalog'") else { return [] }
        return object.all.compactMap { member in
            guard let vocabulary, vocabulary.catalogs[member.name] == nil else { return catalog(member) }
            let hint = log.suggestion(for: member.name, in: vocabulary.catalogs.keys.sorted())
            return log.refuse("no rule uses a catalogue '\(member.name)'\(hint)", at: member.path, .name)
        }
    }

    /// A catalogue with the rows that are given: an object of cells for each key, or a list of such objects.
    private func catalog(_ member: ObjectReader.Member) -> Catalog? {
        guard let object = ObjectReader(member.value, at: member.path, log: log, what: "a catalogue") else {
            return nil
        }
        let asked = vocabulary?.catalogs[member.name] ?? []
        let form = vocabulary?.catalogForms[member.name] ?? CatalogForm()
        var columns = asked
        var rows: [(key: String, cells: [String: String])] = []
        for key in object.all {
            guard !key.name.isEmpty else {
                log.error("a key must be a non-empty text", at: key.path, .name)
                continue
            }
            let isMany = form.isMany && key.value.array != nil
            let values = isMany ? key.value.array ?? [] : [key.value]
            for (place, value) in values.enumerated() {
                let path = isMany ? key.path.element(place) : key.path
                guard let cells = cells(value, at: path, asked: asked, form) else { continue }
                columns.formUnion(cells.keys)
                rows.append((key.name, cells.compactMapValues(\.self)))
            }
        }
        let names = columns.sorted()
        do {
            return try Catalog(
                name: member.name, columns: names, form: form,
                rows: rows.map { row in (row.key, names.map { row.cells[$0] }) })
        } catch { return log.refuse("\(error)", at: member.path) }
    }

    /// The cells of a row by their columns; nil for one that is absent. In a column of numbers one may stand as such.
    private func cells(
        _ value: JSONValue, at path: JSONPath, asked: Set<String>, _ form: CatalogForm
    ) -> [String: String?]? {
        guard let row = ObjectReader(value, at: path, log: log, what: "a row") else { return nil }
        var cells: [String: String?] = [:]
        for cell in row.all {
            if !asked.contains(cell.name), let near = Spelling.nearest(to: cell.name, in: asked.sorted()) {
                log.warning("no rule uses the column '\(cell.name)' (did you mean '\(near)'?)", at: cell.path, .name)
            }
            let isNumber = form.types[cell.name]?.fieldType == .number
            switch cell.value {
            case .null: cells[cell.name] = .some(nil)
            case .integer where isNumber, .real where isNumber: cells[cell.name] = cell.value.text
            default: cells[cell.name] = .some(log.string(cell.value, "'\(cell.name)'", at: cell.path))
            }
        }
        return cells
    }
}
