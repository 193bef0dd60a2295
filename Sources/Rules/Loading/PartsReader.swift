internal import BeelineContent
internal import BeelineSupport
internal import BeelineSymbols

/// Reads the `parts` of a kind. A class, because reading a part adds to the names of the whole.
final class PartsReader {
    private let context: RuleContext
    private let templates: TemplateReader
    private var log: IssueLog { context.log }
    /// The parts with a name, and whether every code of the kind has them.
    private(set) var names: [(name: PartName, isAlways: Bool, isField: Bool)] = []
    /// The indices in `names` of names that several parts share, because they are added up or the same.
    private var shared: [String: Int] = [:]

    init(context: RuleContext, templates: TemplateReader) { (self.context, self.templates) = (context, templates) }

    /// The position of a part: whether every text has it, and whether a text may have several.
    private struct Place {
        var isAlways = true
        var isRepeated = false
        var depth = 0
    }

    private static let deepest = 8
    private static let mostParts = 256

    /// How the texts of a kind are split; nil, and logged, when there is something wrong with it.
    func parts(_ value: JSONValue, at path: JSONPath) -> TextParts? {
        guard let object = ObjectReader(value, .division, at: path, log) else { return nil }
        let source = object.text("of") ?? "{text}"
        let template = templates.text(source, at: object["of"] == nil ? path : path.member("of"))
        let layout = layout(object, Place())
        if names.isEmpty, layout != nil {
            return log.refuse("no part has a name, so the parts have no effect", at: path)
        }
        guard let template, let layout else { return nil }
        return TextParts(source: template, layout: layout, names: names.map(\.name))
    }

    // MARK: Layouts

    private func layout(_ object: ObjectReader, _ place: Place) -> TextLayout? {
        guard place.depth < Self.deepest else {
            return log.refuse(
                "parts are nested too deeply: at most \(Self.deepest) levels are possible", at: object.path)
        }
        let steps = self.steps(object)
        guard let form = RuleObject.layoutForms.first(where: { object[$0] != nil }) else {
            let forms = RuleObject.layoutForms.map { "'\($0)'" }.joined(separator: ", ")
            return log.refuse("a text with parts needs one of \(forms)", at: object.path)
        }
        for other in RuleObject.layoutForms where other != form && object[other] != nil {
            log.error(
                "there is already a '\(form)': a text can be split in only one way", at: object.path.member(other),
                .name)
        }
        for (key, forms) in RuleObject.layoutKeys where object[key] != nil && !forms.contains(form) {
            log.error(
                "'\(key)' goes with \(forms.map { "'\($0)'" }.joined(separator: " or ")), not with '\(form)'",
                at: object.path.member(key), .name)
        }
        var inside = place
        inside.depth += 1
        let layout: TextLayout.Form?
        switch form {
        case "into": layout = separated(object, inside)
        case "keys": layout = object["tlv"] == nil ? keyed(object, inside) : tagged(object, inside)
        case "fixed": layout = fixed(object, inside)
        default: layout = repeated(object, inside)
        }
        guard let steps, let layout else { return nil }
        return TextLayout(steps: steps, form: layout)
    }

    private func steps(_ object: ObjectReader) -> [DecodingStep]? {
        guard let value = object["decode"] else { return [] }
        let path = object.path.member("decode")
        let elements = value.array?.enumerated().map { ($1, path.element($0)) } ?? [(value, path)]
        let names = DecodingStep.allCases.map(\.rawValue)
        let steps = elements.map { value, path -> DecodingStep? in
            guard let name = log.string(value, "a step", at: path) else { return nil }
            return DecodingStep(rawValue: name)
                ?? log.refuse("there is no step '\(name)'\(log.suggestion(for: name, in: names))", at: path)
        }
        return steps.contains { $0 == nil } ? nil : steps.compactMap(\.self)
    }

    private func separator(_ object: ObjectReader) -> Separator? {
        let all: [[UInt8]]?
        if let list = object["separator"], list.array != nil {
            let texts = log.strings(list, "'separator'", at: object.path.member("separator"))
            all = texts?.map { Array($0.utf8) }
        } else {
            all = requiredBytes("separator", object).map { [$0] }
        }
        guard let all, let bytes = all.first else { return nil }
        guard all.allSatisfy({ 1...16 ~= $0.count }) else {
            return log.refuse("'separator' has 1 to 16 bytes", at: object.path.member("separator"))
        }
        let others = Array(all.dropFirst())
        guard object["escape"] != nil else { return Separator(bytes: bytes, escape: nil, others: others) }
        guard let escape = requiredBytes("escape", object) else { return nil }
        guard escape.count == 1, all.allSatisfy({ $0.first != escape[0] }) else {
            return log.refuse(
                "'escape' must be one ASCII character other than the separator", at: object.path.member("escape"))
        }
        return Separator(bytes: bytes, escape: escape[0], others: others)
    }

    private func requiredBytes(_ key: String, _ object: ObjectReader) -> [UInt8]? {
        guard object[key] != nil else {
            let form = RuleObject.layoutForms.first { object[$0] != nil } ?? "parts"
            let meaning =
                key == "assign"
                ? "the text between a key and its value, such as \"=\"" : "the text between them, such as \";\""
            return log.refuse("parts with '\(form)' need '\(key)', \(meaning)", at: object.path)
        }
        guard let text = object.text(key) else { return nil }
        guard 1...16 ~= text.utf8.count else {
            return log.refuse("'\(key)' has 1 to 16 bytes", at: object.path.member(key))
        }
        return Array(text.utf8)
    }

    private func separated(_ object: ObjectReader, _ place: Place) -> TextLayout.Form? {
        let separator = separator(object)
        let elements = object.list("into")
        var isRight = !elements.isEmpty
        if elements.isEmpty { log.error("'into' needs at least one part", at: object.path.member("into")) }
        var parts: [TextPart?] = []
        for (index, element) in elements.enumerated() {
            if element.value == .null {
                parts.append(nil)
                continue
            }
            let part = part(element.value, at: element.path, label: "part \(index + 1)", place)
            isRight = isRight && part != nil
            parts.append(part)
        }
        guard isRight, let separator else { return nil }
        return .separated(separator, parts, isOpen: object.flag("open"))
    }

    private func keyed(_ object: ObjectReader, _ place: Place) -> TextLayout.Form? {
        let separator = separator(object)
        let assign = requiredBytes("assign", object)
        let headers = object["header"].map { log.strings($0, "'header'", at: object.path.member("header")) } ?? []
        let anyCase = object.flag("anyCase")
        var parts: [String: TextPart] = [:]
        var isRight = true
        for member in object.object("keys")?.all ?? [] {
            let key = KeyedParts.key(member.name.utf8, anyCase: anyCase)
            if parts[key] != nil {
                log.error("the key '\(member.name)' is used twice", at: member.path, .name)
                isRight = false
            }
            parts[key] = part(member.value, at: member.path, label: "'\(member.name)'", place)
            isRight = isRight && parts[key] != nil
        }
        guard isRight, let separator, let assign, let headers else { return nil }
        return .keyed(separator, KeyedParts(assign: assign, headers: headers, anyCase: anyCase, parts: parts))
    }

    private func tagged(_ object: ObjectReader, _ place: Place) -> TextLayout.Form? {
        let path = object.path.member("tlv")
        guard let value = object["tlv"], let lengths = ObjectReader(value, .tagged, at: path, log) else { return nil }
        func length(_ key: String) -> Int? {
            guard case .integer(let count)? = lengths[key], 1...4 ~= count else {
                return log.refuse("'\(key)' must be a number of bytes: 1 to 4", at: path.member(key))
            }
            return Int(count)
        }
        let (tag, count) = (length("tag"), length("length"))
        var parts: [UInt64: TextPart] = [:]
        var isRight = true
        for member in object.object("keys")?.all ?? [] {
            guard let number = UInt64(member.name), number < 1 << 32 else {
                log.error("a tag is a decimal number", at: member.path, .name)
                isRight = false
                continue
            }
            parts[number] = part(member.value, at: member.path, label: "tag \(number)", place)
            isRight = isRight && parts[number] != nil
        }
        guard isRight, let tag, let count else { return nil }
        return .tagged(tagLength: tag, lengthLength: count, parts)
    }

    private func fixed(_ object: ObjectReader, _ place: Place) -> TextLayout.Form? {
        let elements = object.list("fixed")
        var isRight = !elements.isEmpty
        if elements.isEmpty { log.error("'fixed' needs at least one part", at: object.path.member("fixed")) }
        var parts: [TextPart] = []
        for (index, element) in elements.enumerated() {
            guard
                let part = part(element.value, at: element.path, label: "part \(index + 1)", place, isFixed: true)
            else {
                isRight = false
                continue
            }
            if part.length == nil, index < elements.count - 1 {
                log.error("only the last part can be without 'length'", at: element.path)
                isRight = false
            }
            parts.append(part)
        }
        return isRight ? .fixed(parts) : nil
    }

    private func repeated(_ object: ObjectReader, _ place: Place) -> TextLayout.Form? {
        var inside = place
        inside.isRepeated = true
        inside.isAlways = false
        let separator = separator(object)
        let part = object["each"].flatMap {
            self.part($0, at: object.path.member("each"), label: "a part", inside)
        }
        guard let separator, let part else { return nil }
        return .repeated(separator, part)
    }

    // MARK: Parts

    private func part(
        _ value: JSONValue, at path: JSONPath, label: String, _ place: Place, isFixed: Bool = false
    ) -> TextPart? {
        if let name = value.string {
            guard let name = self.name(name, .text, isSecret: false, at: path, place) else { return nil }
            return TextPart(name: name, label: "'\(name.name)'")
        }
        guard let object = ObjectReader(value, .part, at: path, log) else { return nil }
        let errors = log.errorCount
        let isOptional = object.flag("optional")
        var inside = place
        inside.isAlways = place.isAlways && !isOptional
        let typeName = typeName(object)
        let type = typeName.flatMap { self.type($0, object) }
        let (isSum, isSame) = (object.flag("sum"), object.flag("same"))
        if isSum, typeName != nil, typeName != .number {
            log.error("'sum' needs the type number", at: path.member("sum"), .name)
        }
        // True unless it says otherwise.
        let isField = object["field"] == nil || object.flag("field")
        if isSame, isSum || typeName == .list || place.isRepeated {
            log.error("'same' cannot be combined with 'sum', 'each' and lists", at: path.member("same"), .name)
        }
        for key in ["sum", "same", "field"] where object[key] != nil && object["name"] == nil {
            log.error("'\(key)' goes with a 'name'", at: path.member(key), .name)
        }
        let name = object.text("name").flatMap { text in
            type.flatMap { type in
                self.name(
                    text, typeName == .list ? .list : type.fieldType, isSecret: type == .secret,
                    at: path.member("name"), inside, isShared: isSum || isSame, isField: isField)
            }
        }
        if typeName == .list, name == nil, object["name"] == nil {
            log.error("a list needs a 'name'", at: path)
        }
        // A list consists of the texts between its separators; without one its key is there several times.
        let isSplitList = typeName == .list && object["separator"] != nil
        let length = length(object, isFixed: isFixed)
        let allowed = object["is"].flatMap { log.strings($0, "'is'", at: path.member("is")) }
        let values = object["values"] == nil ? nil : self.values(object, type)
        let pattern = object.text("matches").flatMap { text -> Pattern? in
            do throws(PatternError) {
                return try context.vocabulary.patterns.pattern(text, isKnown: log.file.isBundled)
            } catch { return log.refuse(error.message, at: path.member("matches"), .character(error.offset)) }
        }
        var layout: TextLayout?
        if isSplitList {
            let element = TextPart(name: name, label: label, values: values, isField: isField)
            layout = separator(object).map { TextLayout(steps: [], form: .repeated($0, element)) }
        } else if RuleObject.layoutForms.contains(where: { object[$0] != nil }) || object["decode"] != nil {
            layout = self.layout(object, inside)
        } else if let key = RuleObject.layoutKeys.map(\.key).first(where: { object[$0] != nil }) {
            log.error("'\(key)' splits a part, but its parts are missing", at: path.member(key), .name)
        }
        guard log.errorCount == errors, let type else { return nil }
        return TextPart(
            name: isSplitList ? nil : name, label: name.map { "'\($0.name)'" } ?? label, type: type, allowed: allowed,
            values: isSplitList ? nil : values, pattern: pattern, isOptional: isOptional, length: length,
            layout: layout, isSum: isSum, isSame: isSame, isField: isField)
    }

    private static let mostValues = 1024

    /// The values of the texts of a part; nil, and logged, when there are too few or too many.
    private func values(_ object: ObjectReader, _ type: PartType?) -> [String: String]? {
        guard let table = object.object("values") else { return nil }
        let path = object.path.member("values")
        guard 1...Self.mostValues ~= table.all.count else {
            return log.refuse("'values' must have 1 to \(Self.mostValues) texts, each with its meaning", at: path)
        }
        var values: [String: String] = [:]
        for member in table.all {
            guard let text = log.string(member.value, "'\(member.name)'", at: member.path) else { continue }
            if let type, type.value(text, on: CalendarDate(year: 2000, dayOfYear: 1)) == nil {
                log.error("'\(text)' is not \(type.title)", at: member.path)
            }
            values[member.name] = text
        }
        return values
    }

    private func typeName(_ object: ObjectReader) -> PartType.Name? {
        guard let text = object.text("type") else { return object["type"] == nil ? .text : nil }
        let names = PartType.Name.allCases.map(\.rawValue)
        return PartType.Name(rawValue: text)
            ?? log.refuse(
                "there is no type '\(text)'\(log.suggestion(for: text, in: names))", at: object.path.member("type"))
    }

    /// The type with its parameters; nil, and logged, when there is something wrong with them.
    private func type(_ name: PartType.Name, _ object: ObjectReader) -> PartType? {
        let path = object.path
        for (key, owner) in [
            ("decimals", PartType.Name.number), ("mark", .number), ("pattern", .date), ("since", .date),
            ("cycle", .date),
        ]
        where object[key] != nil && name != owner {
            return log.refuse("'\(key)' needs the type \(owner.rawValue)", at: path.member(key), .name)
        }
        switch name {
        case .text, .list: return .text
        case .secret: return .secret
        case .country: return .country
        case .currency: return .currency
        case .number:
            if let value = object["decimals"] {
                guard object["mark"] == nil else {
                    return log.refuse("'decimals' cannot be combined with 'mark'", at: path.member("mark"), .name)
                }
                guard case .integer(let count) = value, 0...15 ~= count else {
                    return log.refuse("'decimals' must be a number of digits: 0 to 15", at: path.member("decimals"))
                }
                return .digits(decimals: Int(count))
            }
            let marks = Array((object.text("mark") ?? ".").utf8)
            guard !marks.isEmpty, marks.allSatisfy({ ".,".utf8.contains($0) }) else {
                return log.refuse("'mark' is '.', ',' or '.,'", at: path.member("mark"))
            }
            return .number(marks: marks)
        case .date:
            if object["since"] != nil { return days(object) }
            guard object["cycle"] == nil else {
                return log.refuse("'cycle' needs 'since'", at: path.member("cycle"), .name)
            }
            guard let value = object["pattern"] else {
                return log.refuse("a date needs 'pattern', such as yyyy-MM-dd", at: path)
            }
            guard let texts = log.strings(value, "'pattern'", at: path.member("pattern")) else { return nil }
            let patterns = texts.compactMap { DatePattern($0) }
            guard patterns.count == texts.count else {
                if let meant = texts.lazy.compactMap({ DatePattern.meant(by: $0) }).first {
                    return log.refuse("write \(meant); capitals matter", at: path.member("pattern"))
                }
                return log.refuse(
                    "a pattern of dates has yyyy or yy, MM and dd or MM alone or DDD, once each, and other characters "
                        + "that are not letters", at: path.member("pattern"))
            }
            return .date(patterns)
        }
    }

    /// A date that is a count of days.
    private func days(_ object: ObjectReader) -> PartType? {
        let path = object.path
        guard object["pattern"] == nil else {
            return log.refuse("a date can have a 'pattern' or 'since', not both", at: path.member("pattern"), .name)
        }
        guard let text = object.text("since") else { return nil }
        guard let first = CalendarDate(text) else {
            return log.refuse("'since' must be a day, such as 2026-12-24", at: path.member("since"))
        }
        guard let value = object["cycle"] else { return .days(since: first, cycle: nil) }
        guard case .integer(let count) = value, 1...1_000_000 ~= count else {
            return log.refuse("'cycle' must be a number of days, from 1 to 1000000", at: path.member("cycle"))
        }
        return .days(since: first, cycle: Int(count))
    }

    private func length(_ object: ObjectReader, isFixed: Bool) -> Int? {
        guard let value = object["length"] else { return nil }
        let path = object.path.member("length")
        guard isFixed else {
            return log.refuse("only parts of 'fixed' can have a length; use 'matches'", at: path, .name)
        }
        guard case .integer(let count) = value, 1...4096 ~= count else {
            return log.refuse("'length' must be a number of characters, from 1 to 4096", at: path)
        }
        return Int(count)
    }

    private func name(
        _ text: String, _ type: FieldType, isSecret: Bool, at path: JSONPath, _ place: Place, isShared: Bool = false,
        isField: Bool = true
    ) -> PartName? {
        guard RuleName.isOfKind(text) else {
            return log.refuse(
                "the name of a part must be letters, digits and '_', beginning with a letter: '\(text)'", at: path)
        }
        guard names.count < Self.mostParts else {
            return log.refuse("there are more than \(Self.mostParts) parts", at: path)
        }
        if isShared, let index = shared[text], names[index].isField == isField, names[index].name.type == type,
            names[index].name.isSecret == isSecret
        {
            names[index].isAlways = names[index].isAlways || place.isAlways
            return names[index].name
        }
        let isList = place.isRepeated && !isShared
        guard let name = context.part(text, type: isList ? .list : type, isSecret: isSecret) else {
            return log.refuse("there is a part '\(text)' already", at: path)
        }
        if isShared { shared[text] = names.count }
        names.append((name, place.isAlways, isField))
        return name
    }
}
