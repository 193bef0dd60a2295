internal import Beeline
internal import BeelineDrawing
internal import BeelineRules
internal import BeelineSupport

/// Who a caller is, tokens, and paired telephones.
enum AccessRoutes {
    static let all: [Route] = [
        Route(
            method: .get, path: "/v1/me", name: "me", subject: .access,
            summary: "Who the caller is, and what this server does.", access: .open,
            answers: [.json(200, .named("Me"), "Without a token or a cookie its role is null; this is not an error.")],
            handler: { call in me(call.caller, call) }),
        Route(
            method: .post, path: "/v1/session", name: "beginSession", subject: .access,
            summary: "Exchanges a token for a cookie.", access: .open,
            bodies: [.json(.object([.always("token", .text(most: 200))]), most: 1_024)],
            answers: [
                .json(200, .named("Me"), "Who the caller is now."), .problem(401, "There is no such token."),
            ], handler: beginSession),
        Route(
            method: .delete, path: "/v1/session", name: "endSession", subject: .access,
            summary: "Ends the session of the cookie, which is not accepted any more; a telephone is unpaired.",
            access: .open, answers: [.empty(204, "The session has ended.")], handler: endSession),
        Route(
            method: .post, path: "/v1/pairing", name: "beginPairing", subject: .access,
            summary: "Creates an address that pairs one telephone.", access: .desk,
            answers: [.json(200, .named("Pairing"), "The address, and a QR code of it.")], handler: beginPairing),
        Route(
            method: .post, path: "/v1/devices", name: "pairDevice", subject: .access,
            summary: "Pairs the telephone that sends the request, and sets its cookie.", access: .open,
            bodies: [
                .json(
                    .object([
                        .always("token", .text(most: 200), "The part of the address after `#`."),
                        .always("name", .text(most: 240), "The name of the telephone."),
                    ]), most: 4_096)
            ],
            answers: [
                .json(200, .named("DeviceAnswer"), "The telephone."),
                .problem(403, "The address was already used, or has expired."),
                .problem(409, "The name reads like that of another source."),
            ], handler: pair),
        Route(
            method: .get, path: "/v1/devices", name: "listDevices", subject: .access,
            summary: "The telephones that are paired.", access: .desk,
            answers: [.json(200, .named("Devices"), "The telephones.")],
            handler: { call throws(Problem) in
                let devices = try stored { () throws(SQLiteError) in try call.services.devices.all() }
                let connected = call.setup.events.callers
                return .json { json in
                    json.member("devices", devices) { json, device in
                        device.writeMembers(to: &json)
                        json.member("connected", connected.contains(Caller.device(device).key))
                    }
                }
            }),
        Route(
            method: .patch, path: "/v1/devices/{id}", name: "renameDevice", subject: .access,
            summary: "Renames a telephone; `me` is the telephone that sends the request.", access: .device,
            bodies: [.json(.object([.always("name", .text(most: 240))]), most: 4_096)],
            answers: [
                .json(200, .named("DeviceAnswer"), "The telephone."),
                .problem(403, "A telephone can rename only itself."), .problem(404, "There is no such telephone."),
                .problem(409, "The name reads like that of another source."),
            ], handler: rename),
        Route(
            method: .delete, path: "/v1/devices/{id}", name: "revokeDevice", subject: .access,
            summary: "Unpairs a telephone; `me` is the telephone that sends the request.", access: .device,
            answers: [
                .empty(204, "It has no access any more."),
                .problem(403, "A telephone can unpair only itself."),
                .problem(404, "There is no such telephone."),
            ], handler: revoke),
    ]

    private static func me(_ caller: Caller, _ call: Call) -> ServerResponse {
        let (settings, peer) = (call.setup.settings, call.request.head.peer)
        return .json { json in
            json.memberOrNull("role", caller.role?.rawValue)
            json.memberOrNull("name", caller.name)
            json.name("device")
            if let id = caller.deviceID { json.value(id) } else { json.null() }
            json.member("secure", peer.isEncrypted || peer.isLocal || isBehindTLS(peer, settings))
            // A stranger has to know no more than that it is one.
            guard let role = caller.role else { return }
            json.member("program", settings.version)
            json.member("performs", caller.isProgram ? call.setup.requestDesk != nil : settings.performs)
            json.member("searches", !call.setup.desk.resolver.rules.catalogs.isEmpty)
            if role == .desk { json.member("sources", settings.sources) }
            json.object("limits") { $0.member("body", settings.bodyLimit) }
        }
    }

    /// Whether a proxy terminates TLS: others reach this server by https, but this connection is not encrypted.
    private static func isBehindTLS(_ peer: RequestHead.Peer, _ settings: ServerSettings) -> Bool {
        !peer.isLocal && settings.base.hasPrefix("https://")
    }

    /// The field `Set-Cookie`. Browsers keep a cookie for at most 400 days, so it says 400 days.
    private static func cookie(_ secret: String, _ call: Call, seconds: Int = TokenStore.longestSession) -> (
        name: String, value: String
    ) {
        let peer = call.request.head.peer
        let isSecure = peer.isEncrypted || isBehindTLS(peer, call.setup.settings)
        let value = "beeline=\(secret); Path=/; Max-Age=\(seconds); HttpOnly; SameSite=Strict"
        return ("Set-Cookie", value + (isSecure ? "; Secure" : ""))
    }

    private static func noCookie(_ call: Call) -> (name: String, value: String) { cookie("", call, seconds: 0) }

    private static func beginSession(_ call: Call) throws(Problem) -> ServerResponse {
        let given = try JSONBody(call.body, known: ["token"]).requiredText("token", most: 200)
        let (token, secret) = try call.services.access.beginSession(given, of: call.request.head)
        var response = me(.token(token, by: .cookie(session: 0)), call)
        response.headers.append(cookie(secret, call))
        return response
    }

    private static func endSession(_ call: Call) throws(Problem) -> ServerResponse {
        if let device = try call.services.access.endSession(of: call.request.head) { tell("revoked", device, call) }
        return ServerResponse(204, headers: [noCookie(call)])
    }

    private static func beginPairing(_ call: Call) -> ServerResponse {
        let (token, expires) = call.services.pairing.begin()
        let url = "\(call.setup.settings.base)/pair#\(token)"
        let svg = try? Drawing(url, as: .qr).svg()
        return .json { json in
            json.member("url", url)
            json.member("expires", Int(expires.components.seconds))
            json.memberOrNull("svg", svg)
        }
    }

    private static func pair(_ call: Call) throws(Problem) -> ServerResponse {
        let body = try JSONBody(call.body, known: ["token", "name"])
        let name = try DeviceName.checked(try body.requiredText("name", most: 240))
        let (device, secret) = try call.services.pairing.redeem(
            try body.requiredText("token", most: 200), name: name, from: call.request.head.peer.address
        ) { () throws(Problem) in try checkName(name, for: nil, call) }
        tell("paired", device, call)
        var response = answer(device)
        response.headers.append(cookie(secret, call))
        return response
    }

    private static func checkName(_ name: String, for id: Int?, _ call: Call) throws(Problem) {
        let objection = try stored { () throws(SQLiteError) in
            try call.services.devices.objection(to: name, for: id, sources: call.setup.settings.sources)
        }
        if let objection { throw objection }
    }

    private static func rename(_ call: Call) throws(Problem) -> ServerResponse {
        let id = try device(call)
        let name = try DeviceName.checked(try JSONBody(call.body, known: ["name"]).requiredText("name", most: 240))
        try checkName(name, for: id, call)
        let renamed = try stored { () throws(SQLiteError) in try call.services.devices.rename(id: id, name: name) }
        guard let renamed else { throw .noDevice }
        tell("renamed", renamed, call)
        return answer(renamed)
    }

    private static func revoke(_ call: Call) throws(Problem) -> ServerResponse {
        let id = try device(call)
        let known = try stored { () throws(SQLiteError) in
            let device = try call.services.devices.all().first { $0.id == id }
            return try call.services.devices.revoke(id: id) ? device : nil
        }
        guard let known else { throw .noDevice }
        tell("revoked", known, call)
        return ServerResponse(204, headers: call.caller.deviceID == id ? [noCookie(call)] : [])
    }

    private static func device(_ call: Call) throws(Problem) -> Int {
        if call.values[0] == "me" {
            guard let id = call.caller.deviceID else {
                throw Problem(404, "no-device", "'me' is only for a paired telephone; /v1/devices lists them")
            }
            return id
        }
        guard let id = Int(call.values[0]), id > 0 else { throw .noDevice }
        guard call.caller.role == .desk || call.caller.deviceID == id else {
            throw Problem(403, "not-allowed", "a telephone can do this only for itself, as 'me'")
        }
        return id
    }

    private static func answer(_ device: Device) -> ServerResponse {
        .json { json in json.object("device") { device.writeMembers(to: &$0) } }
    }

    /// Reports a change to the desk.
    private static func tell(_ change: String, _ device: Device, _ call: Call) {
        var json = JSONWriter()
        json.object { json in
            json.member("change", change)
            json.object("device") { device.writeMembers(to: &$0) }
        }
        call.setup.events.append("device", json.bytes)
    }
}

extension Problem {
    fileprivate static let noDevice = Problem(
        404, "no-device", "there is no such telephone; /v1/devices lists those that are paired")
}
