import BeelineSymbols

/// Where a server listens, who may ask it, and how much.
extension Option {
    static let listen = Option(
        "--listen", value: "ADDRESS", repeats: true,
        "Listen on ADDRESS:PORT or unix:PATH. May be repeated. Default: this machine, port 8377.")
    static let host = Option(
        "--host", value: "NAME", repeats: true,
        "A further name by which requests may call this server. May be given several times.")
    static let base = Option(
        "--base", value: "URL", "How others reach this server, for pairing and linksets: https://id.example.com.")
    static let resolver = Option(
        "--resolver", value: "FILE",
        "Be a GS1 Digital Link resolver with the links in FILE: a list, or a table of 'links import'.")
    static let ruleLinks = Option(
        "--rule-links", "Where a key has no default link, redirect to the open-url of the first matching rule.")
    static let cacheTime = Option(
        "--cache-time", value: "SECONDS", "How long caches may keep an answer of the resolver. Default: 60.")
    static let tls = Option("--tls", "Use HTTPS, with a certificate of its own that is made on first use.")
    static let certificate = Option(
        "--certificate", value: "FILE", "Use HTTPS with this certificate, a PEM file with those above it.")
    static let key = Option("--key", value: "FILE", "The private key of --certificate, a PEM file.")
    static let pair = Option(
        "--pair", "Show a QR code that makes a telephone of this network a hand scanner; see below.")
    static let requireToken = Option("--require-token", "Want a token from programs and browsers of this machine, too.")
    static let bodyLimit = Option(
        "--body-limit", value: "SIZE", "The longest body of a request, as 32M or 500K. Default: 32M.")
    static let connections = Option("--connections", value: "NUMBER", "Hold so many connections at once. Default: 512.")
    static let queue = Option(
        "--queue", value: "NUMBER", "Let so many pictures wait for a decoder; more get 503. Default: 4 for each job.")
    static let accessLog = Option(
        "--access-log", value: "FILE", "Write a line for each request to FILE; - is standard error.")
    static let serveFormat = Option(
        "--format", choices: ["text", "json"], "How to print what happens. Default: text.")
    static let serveEffort = Option(
        "--effort", choices: [DecodeEffort.fast, .normal].map(\.rawValue),
        "How long to look at pictures of requests that do not say. Default: normal.")
    static let serveStation = Option(
        "--station", value: "FILE", "Also take the sources of live that FILE names. See Docs/Live.md.")
}

extension CommandDefinition {
    static let serve = CommandDefinition(
        "serve", "[SOURCE…]", "Answer browsers, telephones and programs: a page that scans, and an API.",
        options: [
            .listen, .tls, .certificate, .key, .pair, .host, .base, .requireToken, .serveStation, .serveEffort, .jobs,
            .queue, .connections, .bodyLimit, .resolver, .ruleLinks, .cacheTime, .accessLog, .duration, .serveFormat,
            .color,
        ] + ruleOptions + [.watchRules] + runOptions + [.help],
        discussion: """
            Open the address that it prints: the page scans with the camera of its device, and takes pictures and typed codes.
            Docs/Serving.md has the API, /v1/openapi.json describes it to programs.

            The server listens on this machine only, and no other one can reach it. Beyond, each program and browser needs a
            token ('serve tokens add'), and each telephone is paired. Use --tls there: cameras of browsers work by HTTPS only.
            systemd may pass the sockets instead of --listen.

            --pair shows a QR code to be scanned by a telephone within two minutes. What the telephone then scans is subject to
            the rules of this desk, and performed here. Without --listen, the server also listens on all addresses of this
            machine, at port 8378, by HTTPS.

            SOURCE is one of those of live. Its codes are shown on the page, and in the events of the API.

            With --run, actions are performed for what is scanned at this desk: by paired telephones, by SOURCE, on the page, and
            by programs that post to /v1/scans. What is to be asked, the page asks. Programs that only ask what a code means
            have performed what the policy file allows to them under "sources" (Docs/Safety.md).

            With --resolver, everybody may ask for GS1 keys, such as /01/09506000134352, without a token: the server redirects to
            the links in FILE, or lists them. --base is needed. 'beeline links import' puts a new table in the place of one that
            is in use; the next request finds it (Docs/Resolver.md).

            SIGTERM and Ctrl-C end it, after what was accepted is answered and recorded; a second one ends it at once.

            Exit status: 0 it was stopped; 2 wrong usage or configuration, or it cannot listen there; 3 a source could not be
            used.
            """,
        examples: [
            "beeline serve": "the page on http://127.0.0.1:8377/",
            "beeline serve --pair --run": "a telephone as hand scanner of this desk, which does what the rules say",
            "beeline serve --listen 0.0.0.0:8443 --tls --require-token": "for programs of the whole network",
            "beeline serve --listen unix:/tmp/beeline.sock --base https://scan.example.com": "behind nginx or Caddy",
            "beeline serve --resolver links.csv --base https://id.example.com": "a GS1 Digital Link resolver",
            "beeline serve --station station.json --watch": "with the scanners of a till, while rules are written",
        ])

    static let serveTokens = CommandDefinition(
        "serve tokens", "", "List the tokens by which programs and browsers ask the server.",
        options: [.serveFormat, .color, .help],
        discussion: """
            A token is a secret that a program sends with each request: Authorization: Bearer SECRET. Its hash is kept in
            serve.sqlite where Beeline keeps its data, and not the secret. A server that runs knows new and revoked tokens at
            once.

            Exit status: 0 listed, even if there are none; 2 wrong usage; 3 they could not be read.
            """,
        examples: ["beeline serve tokens": "each with when it was made and last used"])

    static let serveTokensAdd = CommandDefinition(
        "serve tokens add", "NAME", "Make a token and print its secret, once.",
        options: [.serveFormat, .help],
        discussion: """
            NAME says who has it, for the list and for the events. Who has the secret may do all that the page of this machine
            may, to post scans among it, which are performed under the policy of this desk.

            Exit status: 0 made; 2 wrong usage; 3 it could not be kept.
            """,
        examples: [
            "beeline serve tokens add till": "the secret for a program",
            "beeline serve tokens add node-red > secret.txt": "only the secret is on standard output",
        ])

    static let serveTokensRevoke = CommandDefinition(
        "serve tokens revoke", "NUMBER", "Revoke a token: requests with it are refused from now on.",
        options: [.help],
        discussion: """
            NUMBER is the first column of 'beeline serve tokens'.

            Exit status: 0 revoked; 1 there is no such token; 2 wrong usage; 3 it could not be written.
            """,
        examples: ["beeline serve tokens revoke 1": "the program with this token has to get another one"])

    static let serveDevices = CommandDefinition(
        "serve devices", "", "List the telephones that are paired.",
        options: [.serveFormat, .color, .help],
        discussion: """
            'beeline serve --pair' and the page of the desk pair a telephone. It stays paired until it is revoked.

            Exit status: 0 listed, even if there are none; 2 wrong usage; 3 they could not be read.
            """,
        examples: [
            "beeline serve devices --format json": "names, when they were paired and seen, how much they scanned"
        ])

    static let serveDevicesRevoke = CommandDefinition(
        "serve devices revoke", "NUMBER", "Revoke a telephone: it has to be paired again.",
        options: [.help],
        discussion: """
            NUMBER is the first column of 'beeline serve devices'.

            Exit status: 0 revoked; 1 there is no such telephone; 2 wrong usage; 3 it could not be written.
            """,
        examples: ["beeline serve devices revoke 2": "a telephone that was lost"])
}
