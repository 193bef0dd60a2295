internal import BeelineActions
internal import BeelineContent
internal import BeelineRules
internal import BeelineSupport

/// The results that a service's description names, and where each stands in its answer.
struct LookupResults: Sendable {
    /// The result that says whether there are others.
    static let found = "found"
    /// The result that says which service answered.
    static let service = "service"

    private let places: [(name: String, pointer: JSONPointer)]

    /// - Parameters:
    ///   - fields: the name of each result and its JSON Pointer.
    ///   - existing: names that other results have.
    /// - Throws: `LookupError.Reason.unusableResult`.
    init(
        _ fields: [Action.Argument], existing: [String] = [Self.found, Self.service]
    ) throws(LookupError.Reason) {
        var places: [(name: String, pointer: JSONPointer)] = []
        for field in fields {
            guard !existing.contains(field.name) else {
                throw .unusableResult(field.name, "there is a result of this name anyway")
            }
            guard case .text(let text) = field.value else {
                throw .unusableResult(field.name, "its place must be a text, a JSON Pointer")
            }
            do {
                places.append((field.name, try JSONPointer(text)))
            } catch {
                throw .unusableResult(field.name, error.description)
            }
        }
        self.places = places
    }

    var isEmpty: Bool { places.isEmpty }

    /// `found` and `service`, then those results that are there.
    static func fields(isFound: Bool, service name: String, _ values: [Action.Argument]) -> [Action.Argument] {
        [
            Action.Argument(name: found, value: .boolean(isFound)),
            Action.Argument(name: service, value: .text(name)),
        ] + values
    }

    /// Those results that are there: texts, numbers, booleans, and lists of these.
    ///
    /// An empty list is nothing too: it says that the service knows of none.
    func values(in answer: JSONValue) -> [Action.Argument] {
        places.compactMap { place in
            place.pointer.value(in: answer)?.fieldValue.map { Action.Argument(name: place.name, value: $0.actionValue) }
        }
    }

    /// Whether results that are there say that the service knows the code.
    ///
    /// Nothing is found where no pointer leads to anything: many services answer 200 with an empty list, or with null, to
    /// a code that they do not know. A description without pointers asks for no more than the 200.
    func areFound(_ values: [Action.Argument]) -> Bool { places.isEmpty || !values.isEmpty }
}
