internal import Beeline
internal import BeelineDrawing
internal import BeelineSupport
internal import BeelineSymbols

enum DrawingForm: String, CaseIterable, Hashable, Sendable {
    case svg, png, pdf

    var mediaType: String {
        switch self {
        case .svg: "image/svg+xml"
        case .png: "image/png"
        case .pdf: "application/pdf"
        }
    }
}

enum DrawingRoutes {
    static let all: [Route] = [
        Route(
            method: .post, path: "/v1/draw", name: "draw", subject: .drawing,
            summary: "Draws a code of a text, or of a kind and its fields, and reads it back.", access: .device,
            bodies: [.json(.named("DrawingRequest"), most: 1 << 20)],
            answers: [
                Route.Answer(
                    status: 200, summary: "The drawing itself.",
                    forms: DrawingForm.allCases.map { ($0.mediaType, nil) }),
                .problem(422, "It cannot be drawn like this, or cannot be read back."),
                .problem(503, "This installation cannot draw, or too many pictures wait."),
            ], handler: draw)
    ]

    private static let members = [
        "text", "kind", "fields", "as", "format", "scale", "level", "addOn", "quietZone", "dark", "light",
        "transparent", "moduleShape", "finderShape", "logo", "logoShare", "moduleWidth", "barHeight", "showsText",
        "verify",
    ]

    private static func draw(_ call: Call) throws(Problem) -> ServerResponse {
        let body = try JSONBody(call.body, known: members)
        let form: DrawingForm = try body.choice("format") ?? .svg
        let scale = try body.integer("scale", 1...40)
        guard scale == nil || form == .png else {
            throw .badBody("'scale' is only for png; svg and pdf have no pixels")
        }
        let options = try options(body)
        let text = try text(body, call)
        let format = try format(body)
        let verifies = try body.flag("verify") ?? true
        let drawing: Drawing
        let bytes: [UInt8]
        do throws(DrawingError) {
            drawing = try Drawing(text, as: format, options: options)
            bytes =
                switch form {
                case .svg: Array(try drawing.svg().utf8)
                case .png: try drawing.png(scale: scale ?? 8)
                case .pdf: try drawing.pdf()
                }
        } catch {
            throw Problem(error)
        }
        if verifies { try verify(drawing, scale ?? 8, call) }
        return ServerResponse(200, form.mediaType, bytes)
    }

    private static func options(_ body: JSONBody) throws(Problem) -> DrawingOptions {
        var options = DrawingOptions()
        options.level = try body.choice("level")
        options.addOn = try body.text("addOn", most: 5)
        options.quietZone = try body.integer("quietZone", 0...100)
        options.barHeight = try body.integer("barHeight", 1...2_000)
        options.showsText = try body.flag("showsText") ?? true
        options.moduleShape = try body.choice("moduleShape") ?? .square
        options.finderShape = try body.choice("finderShape") ?? .square
        options.moduleWidth = try number(body, "moduleWidth")
        if let dark = try colour(body, "dark") { options.colours.dark = dark }
        if let light = try colour(body, "light") { options.colours.light = light }
        if try body.flag("transparent") ?? false {
            guard body["light"] == nil else { throw .badBody("'transparent' and 'light' cannot be combined") }
            options.colours.light = nil
        }
        let share = try number(body, "logoShare")
        guard let logo = try body.text("logo", most: 1 << 20) else {
            guard share == nil else { throw .badBody("'logoShare' needs 'logo'") }
            return options
        }
        guard let file = Base64.decode(logo) else {
            throw .badBody("'logo' must be the bytes of a PNG or JPEG file in Base64")
        }
        do throws(DrawingError) {
            options.logo = try Logo(file, share: share.map { $0 / 100 } ?? Logo.usualShare)
        } catch {
            throw Problem(error)
        }
        return options
    }

    private static func number(_ body: JSONBody, _ name: String) throws(Problem) -> Double? {
        guard let value = body[name] else { return nil }
        guard let number = value.numberText.flatMap(Double.init) else {
            throw .badBody("'\(name)' must be a number, not \(value.typeName)")
        }
        return number
    }

    private static func colour(_ body: JSONBody, _ name: String) throws(Problem) -> Colour? {
        guard let text = try body.text(name, most: 20) else { return nil }
        guard let colour = Colour(text) else {
            throw .badBody("'\(name)' must be a colour such as #1a5fb4, black or white")
        }
        return colour
    }

    private static func verify(_ drawing: Drawing, _ scale: Int, _ call: Call) throws(Problem) {
        let decoder = call.setup.decoder
        let result = try call.decoding { () async throws(DrawingError) in
            try await drawing.verify(by: decoder, scale: scale)
        }
        do throws(DrawingError) { try result.get() } catch { throw Problem(error) }
    }

    private static func format(_ body: JSONBody) throws(Problem) -> CodeFormat? {
        guard let name = try body.text("as", most: 60) else { return nil }
        if let format = CodeFormat(name: name) { return format }
        let names = CodeFormat.allCases.map(\.rawValue)
        throw .badBody("'as': unknown format" + Spelling.suggestion(for: name, in: names))
    }

    private static func text(_ body: JSONBody, _ call: Call) throws(Problem) -> String {
        let text = try body.text("text", most: 32_768)
        guard let name = try body.text("kind", most: 100) else {
            guard body["fields"] == nil else { throw .badBody("'fields' needs 'kind'") }
            guard let text, !text.isEmpty else {
                throw .badBody("the member 'text' is missing, or the members 'kind' and 'fields'")
            }
            return text
        }
        guard text == nil else { throw .badBody("'text' and 'kind' cannot be combined") }
        let rules = call.setup.desk.resolver.rules
        guard let kind = LabelKind(name, rules: { rules }) else {
            if let problem = LabelKind.problem(of: name, rules) {
                throw .badBody("'kind': '\(name)' cannot be drawn from fields: \(problem)")
            }
            let advice = Spelling.suggestion(for: name, in: LabelKind.names(rules))
            throw .badBody("'kind': there is no such kind that can be drawn from fields\(advice)")
        }
        let fields = try fields(body, of: kind)
        do {
            return try kind.text(of: fields)
        } catch {
            // Only what is wrong with a field, and never its value where that is a secret.
            throw Problem(422, "cannot-draw", "\(error)")
        }
    }

    private static func fields(
        _ body: JSONBody, of kind: LabelKind
    ) throws(Problem) -> [(name: String, value: String)] {
        guard case .object(let members)? = body["fields"] else {
            throw .badBody(
                "'fields' must be an object; the fields of \(kind.name) are \(kind.fields.joined(separator: ", "))")
        }
        var fields: [(name: String, value: String)] = []
        for member in members {
            guard kind.fields.contains(member.name) else {
                let name = member.name.shortened(to: 60).withHiddenSpelledOut
                let advice = Spelling.suggestion(for: member.name, in: kind.fields)
                throw .badBody("\(kind.name) has no field '\(name)'\(advice)")
            }
            for value in member.value.array ?? [member.value] {
                guard let text = value.fieldText else {
                    throw .badBody("'\(member.name)' must be a string, a number, true or false, not \(value.typeName)")
                }
                fields.append((member.name, text))
            }
        }
        return fields
    }
}

extension JSONValue {
    /// A value as text in a field; nil for null, a list or an object.
    fileprivate var fieldText: String? {
        switch self {
        case .string(let text): text
        case .boolean(let truth): truth ? "true" : "false"
        case .integer, .real: numberText
        case .null, .array, .object: nil
        }
    }
}
