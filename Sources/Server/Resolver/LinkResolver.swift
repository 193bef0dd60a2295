internal import Beeline
internal import BeelineContent
package import BeelineResolver
internal import BeelineRules
internal import BeelineSupport
internal import BeelineSymbols

/// The settings of a resolver of GS1 Digital Links.
package struct LinkResolverSettings: Sendable {
    package var table: LinkTable
    /// The base of the paths of keys, without a slash at the end.
    package var base: String
    /// Whether a rule may give the default link of a key that has none in the table.
    package var asksRules = false
    /// The seconds for which caches may keep an answer.
    package var cacheTime = 60

    package init(table: LinkTable, base: String) {
        self.table = table
        self.base = base.hasSuffix("/") ? String(base.dropLast()) : base
    }
}

/// A resolver for GS1 keys (GS1-Conformant Resolver Standard 1.2.1): redirects, linksets, and pages for people. Its
/// paths are public: they need no token, every page of the web may request them, and the name of the host is not
/// checked, because no answer depends on it. The path is used as it was sent.
struct LinkResolver: Sendable {
    private let settings: LinkResolverSettings
    private let ruleLinks: RuleLinks?
    private let cacheControl: String

    static let descriptionPath = "/.well-known/gs1resolver"
    static let contextPath = "/linkset-context.jsonld"
    private static let methods = "GET, HEAD, OPTIONS"

    init(_ settings: LinkResolverSettings, resolver: @escaping @Sendable () -> Resolver) {
        self.settings = settings
        ruleLinks = settings.asksRules ? RuleLinks(resolver: resolver) : nil
        cacheControl = "public, max-age=\(settings.cacheTime)"
    }

    /// Whether a path is one of the resolver: it begins with two to four digits, as keys do, or is a compressed key.
    static func takes(_ rawPath: String) -> Bool {
        let path = rawPath.utf8.dropFirst()
        let digits = path.prefix(5).prefix { $0.isASCIIDigit }
        if (2...4).contains(digits.count) {
            return digits.endIndex == path.endIndex || path[digits.endIndex] == UInt8(ascii: "/")
        }
        return isCompressed(rawPath) || rawPath == descriptionPath || rawPath == contextPath
    }

    /// Whether it is one segment with the prefix of an EPC: `/eh…`, `/ex…`.
    private static func isCompressed(_ rawPath: String) -> Bool {
        let path = rawPath.utf8
        return path.count > 3 && (path.starts(with: "/eh".utf8) || path.starts(with: "/ex".utf8))
            && !path.dropFirst().contains(UInt8(ascii: "/"))
    }

    func respond(to head: RequestHead) -> ServerResponse {
        switch head.method {
        case .get, .head: break
        case .options: return options(head)
        default:
            let problem = Problem(
                405, "method-not-allowed", "'\(head.method.rawValue)' is not for this path; there are \(Self.methods)")
            return with(problem.response, [("Allow", Self.methods)])
        }
        switch head.rawPath {
        case Self.descriptionPath: return document(description, MediaType.json, to: head)
        case Self.contextPath:
            return document(LinksetDocument.contextDocument, LinksetForm.jsonLD.rawValue, to: head)
        default: return answer(head)
        }
    }

    private func answer(_ head: RequestHead) -> ServerResponse {
        let request: LinkRequest
        let key: LinkKey
        do throws(LinkRequestError) {
            request = try LinkRequest(
                query: head.rawQuery, accept: head.headers.all("Accept"),
                acceptLanguage: head.headers.all("Accept-Language"))
        } catch {
            return problem(Problem(400, "bad-query", "The query cannot be read: \(error)."), head)
        }
        do throws(LinkKeyError) {
            key = try LinkKey(rawPath: head.rawPath[...])
        } catch .notAKey {
            return problem(
                Problem(404, "no-key", "There is no GS1 key in this path; a path with one is /01/09506000134352."), head
            )
        } catch {
            return problem(Problem(400, "bad-key", "The path is no GS1 key: \(error)."), head)
        }
        do throws(LinkTableError) {
            return answer(request, key, try entries(for: key), head)
        } catch {
            return problem(
                Problem(503, "no-links", "The table of links cannot be read. Try again in a moment.", retryAfter: 5),
                head)
        }
    }

    private func entries(for key: LinkKey) throws(LinkTableError) -> [LinkEntry] {
        let entries = try settings.table.entries(for: key)
        guard let ruleLinks, !entries.contains(where: { $0.links.contains(where: \.isDefault) }),
            let link = ruleLinks.link(for: key)
        else { return entries }
        return entries + [LinkEntry(key: key, itemDescription: nil, links: [link])]
    }

    private func answer(
        _ request: LinkRequest, _ key: LinkKey, _ entries: [LinkEntry], _ head: RequestHead
    ) -> ServerResponse {
        switch request.decision(among: entries) {
        case .redirect(let link): redirect(link.location(passing: query(of: head)), key)
        case .handOver(let link): redirect(link.location(ofPath: head.rawPath, passing: head.rawQuery), key)
        case .linkset(let form): linkset(entries, form, 200, key, head)
        case .choices(let entries, let form): linkset(entries, form, 300, key, head)
        case .unknown: problem(Problem(404, "no-links", "This resolver has no links for \(shown(key))."), head)
        case .noSuchType:
            problem(
                Problem(
                    404, "no-such-link",
                    "This resolver has no link of this type for \(shown(key)); ?linkType=linkset lists those that it has."
                ),
                head, key)
        }
    }

    /// The query as it was sent, after the part that a compressed key adds: the date of a DSGTIN.
    private func query(of head: RequestHead) -> String? {
        guard Self.isCompressed(head.rawPath), let link = try? CompressedLink(rawPath: head.rawPath[...]),
            !link.attributes.isEmpty
        else { return head.rawQuery }
        let attributes = link.attributes.map { "\($0.ai)=\($0.value)" }
        return (attributes + [head.rawQuery ?? ""]).filter { !$0.isEmpty }.joined(separator: "&")
    }

    private func shown(_ key: LinkKey) -> String { plainText(key.elementString, limit: 120) }

    private func redirect(_ target: String, _ key: LinkKey) -> ServerResponse {
        // The table may have been made by another program.
        let location = PercentEncoding.visible(Array(target.utf8)[...])
        return ServerResponse(
            307,
            headers: [("Location", location), linksetLink(key), Self.anyOrigin, Self.exposed, Self.vary]
                + [("Cache-Control", cacheControl)])
    }

    private func linkset(
        _ entries: [LinkEntry], _ form: LinksetForm, _ status: Int, _ key: LinkKey, _ head: RequestHead
    ) -> ServerResponse {
        let document = LinksetDocument(entries, base: settings.base)
        let body: [UInt8]
        switch form {
        case .linkset, .json: body = document.json()
        case .jsonLD: body = document.jsonLD()
        case .page: body = LinkPage.links(entries, of: key, isChoice: status == 300, document: document.jsonLD())
        }
        var response = self.document(body, form.rawValue, status, to: head)
        response.headers.append(form == .linkset || form == .json ? contextLink : linksetLink(key))
        return response
    }

    /// The description file of the resolver (schema 1.2.0).
    private var description: [UInt8] {
        JSONWriter.line { json in
            json.member("resolverRoot", settings.base)
            json.member("supportedPrimaryKeys", settings.table.primaryAIs)
            json.array("supportedLinkType") { json in
                json.object { json in
                    json.member("namespace", "https://ref.gs1.org/voc/")
                    json.member("prefix", "gs1:")
                }
            }
            json.member("linkTypeDefaultCanBeLinkset", false)
            json.member("jsonLdContextLocation", settings.base + Self.contextPath)
        }
    }

    private func document(
        _ body: [UInt8], _ type: String, _ status: Int = 200, to head: RequestHead
    ) -> ServerResponse {
        let tag = EntityTag.of(body)
        var headers = [("ETag", tag), Self.anyOrigin, Self.exposed, Self.vary, ("Cache-Control", cacheControl)]
        headers += Self.bodyHeaders
        // Only what would be answered with 200 is asked for on a condition (RFC 9110, section 13.2.1).
        if status == 200, EntityTag.isKnown(tag, to: head) { return ServerResponse(304, headers: headers) }
        // With the parameter charset, checkers do not know the types of JSON.
        headers.append(("Content-Type", type == LinksetForm.page.rawValue ? "\(type); charset=utf-8" : type))
        return ServerResponse(status, headers: headers, body: .bytes(body))
    }

    private func problem(_ problem: Problem, _ head: RequestHead, _ key: LinkKey? = nil) -> ServerResponse {
        var response = problem.response
        if AcceptedTypes(head.headers.all("Accept")).linksetForm == .page {
            response.headers = response.headers.filter { $0.name != "Content-Type" }
            response.headers.append(("Content-Type", "\(LinksetForm.page.rawValue); charset=utf-8"))
            response.body = .bytes(LinkPage.problem(problem))
        }
        return with(response, key.map { [linksetLink($0)] } ?? [])
    }

    private func with(_ response: ServerResponse, _ more: [(name: String, value: String)]) -> ServerResponse {
        var response = response
        response.headers += more + [Self.anyOrigin, Self.exposed, Self.vary]
        response.headers.append(("Cache-Control", response.status >= 500 ? "no-store" : cacheControl))
        response.headers += Self.bodyHeaders
        return response
    }

    private func options(_ head: RequestHead) -> ServerResponse {
        let key = try? LinkKey(rawPath: head.rawPath[...])
        return ServerResponse(
            204,
            headers: [
                ("Allow", Self.methods), Self.anyOrigin, ("Access-Control-Allow-Methods", Self.methods),
                ("Access-Control-Allow-Headers", "Accept, Accept-Language, If-None-Match"),
                ("Access-Control-Max-Age", "86400"), ("Cache-Control", cacheControl),
            ] + (key.map { [linksetLink($0)] } ?? []))
    }

    private static let anyOrigin = (name: "Access-Control-Allow-Origin", value: "*")
    private static let exposed = (name: "Access-Control-Expose-Headers", value: "ETag, Link, Location")
    private static let vary = (name: "Vary", value: "Accept, Accept-Language")
    private static let bodyHeaders = [
        (name: "X-Content-Type-Options", value: "nosniff"),
        (name: "Cross-Origin-Resource-Policy", value: "cross-origin"),
        (name: "Content-Security-Policy", value: LinkPage.contentSecurityPolicy),
    ]

    private func linksetLink(_ key: LinkKey) -> (name: String, value: String) {
        (
            "Link",
            "<\(settings.base)\(key.path)?linkType=linkset>; rel=\"linkset\"; type=\"\(LinksetForm.linkset.rawValue)\""
        )
    }

    private var contextLink: (name: String, value: String) {
        (
            "Link",
            "<\(settings.base)\(Self.contextPath)>; rel=\"http://www.w3.org/ns/json-ld#context\"; "
                + "type=\"\(LinksetForm.jsonLD.rawValue)\""
        )
    }
}

/// Gives default links from rules: the `open-url` of the first matching rule, for a key without a default in the table.
struct RuleLinks: Sendable {
    /// The rules as they are now.
    let resolver: @Sendable () -> Resolver

    /// The link that the rules give a key, an element string.
    ///
    /// A redirect cannot ask for confirmation. So a link counts only if its verdict is `allow`, the rule is trusted and
    /// does not ask.
    func link(for key: LinkKey) -> Link? {
        let resolution = resolver().resolve(Symbol(.unknown, key.elementString))
        let actions = resolution.actions
        guard !actions.contains(where: \.refuses), let action = actions.first(where: { $0.name == "open-url" }),
            !action.requiresConfirmation, action.distrust == nil, action.problem == nil, action.awaitedResults.isEmpty,
            action.linkVerdict?.decision == .allow, let url = action.url,
            url.hasPrefix("https://") || url.hasPrefix("http://")
        else { return nil }
        return Link(
            type: key.primary.isOfPlace ? .locationInfo : .productPage, href: url,
            title: resolution.rule.map { $0.title ?? $0.id } ?? action.rule, isDefault: true)
    }
}

extension LinkKey.Part {
    /// Whether it is a Global Location Number (GLN).
    fileprivate var isOfPlace: Bool { ai.hasPrefix("41") }
}
