/// What an action is told of each service that it asks, in place of the names that its rule gives it.
///
/// The first service's parameters have the plain names, those of the services that are asked after it a number behind
/// them: `url`, `url2`, `url3`.
public enum ServiceParameter: String, Hashable, Sendable, CaseIterable {
    /// The service's name.
    case service
    /// Where it is asked: a link.
    case url
    /// A text for each header.
    case headers
    /// A JSON Pointer for each name.
    case results
    /// What the rule file says of how it may be asked, as `ServiceLimits` reads it; missing where it says nothing.
    case limits

    /// How many services an action may ask.
    public static let mostServices = 8

    /// The name of the action's parameter.
    ///
    ///     ServiceParameter.url.name(at: 1)   // "url2"
    ///
    /// - Parameter place: which service it is, counted from 0.
    public func name(at place: Int) -> String { place == 0 ? rawValue : "\(rawValue)\(place + 1)" }
}
