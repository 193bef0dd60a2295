import BeelineSymbols

/// Where a server listens, who may ask it, and how much.
extension Option {
    static let listen = Option(
        "--listen", value: "ADDRESS", repeats: true,
        "Listen on ADDRESS:PORT or unix:PATH. Can be repeated. Default: this machine, port 8377.")
    static let host = Option(
        "--host", value: "NAME", repeats: true,
        "Also accept requests for the host NAME. Can be given several times.")
    static let base = Option(
        "--base", value: "URL", "How others reach this server, for pairing and linksets: https://id.example.com.")
    static let resolver = Option(
        "--resolver", value: "FILE",
        "Be a GS1 Digital Link resolver with the links in FILE: a list or a table of 'links import'.")
    static let ruleLinks = Option(
        "--rule-links", "Where a key has no default link, redirect to the open-url of the first matching rule.")
    static let cacheTime = Option(
        "--cache-time", value: "SECONDS", "How long caches may keep an answer of the resolver. Default: 60.")
    static let tls = Option("--tls", "Use HTTPS with a self-signed certificate, created on first use.")
    static let certificate = Option(
        "--certificate", value: "FILE", "Use HTTPS with this certificate: a PEM file with its certificate chain.")
    static let key = Option("--key", value: "FILE", "The private key of --certificate, a PEM file.")
    static let pair = Option(
        "--pair", "Show a QR code that pairs a telephone in this network as a hand scanner; see below.")
    static let requireToken = Option(
        "--require-token", "Require a token also from programs and browsers on this machine.")
    static let bodyLimit = Option(
        "--body-limit", value: "SIZE", "The maximum size of a request body, as 32M or 500K. Default: 32M.")
    static let connections = Option(
        "--connections", value: "NUMBER", "The maximum number of open connections. Default: 512.")
    static let queue = Option(
        "--queue", value: "NUMBER",
        "The maximum number of waiting pictures; others get status 503. Default: 4 for each job.")
    static let accessLog = Option(
        "--access-log", value: "FILE", "Write a line to FILE for each request; - is standard error.")
    static let serveFormat = Option(
        "--format", choices: ["text", "json"], "The output format for events. Default: text.")
    static let serveEffort = Option(
        "--effort", choices: [DecodeEffort.fast, .normal].map(\.rawValue),
        "The effort for requests that give none. Default: normal.")
    static let serveStation = Option(
        "--station", value: "FILE", "Also use the sources in FILE, as live does. See Docs/Live.md.")
}

extension CommandDefinition {
    static let serve = CommandDefinition(
        "serve", "[SOURCE…]", "Run a server for browsers, telephones and programs: a page that scans, and an API.",
        options: [
            .listen, .tls, .certificate, .key, .pair, .host, .base, .requireToken, .serveStation, .serveEffort, .jobs,
            .queue, .connections, .bodyLimit, .resolver, .ruleLinks, .cacheTime, .accessLog, .duration, .serveFormat,
            .color,
        ] + ruleOptions + [.watchRules] + runOptions + [.help],
        discussion: """
            Open the address that the command prints. The page scans with the camera of the device that shows it, and
            accepts pictures and typed codes. Docs/Serving.md describes the API, /v1/openapi.json describes it for
            programs.

            By default the server listens on this machine only; other machines cannot reach it. If it listens on a
            network, each program and browser needs a token ('serve tokens add'), and each telephone must be paired.
            Use --tls then: browsers allow the camera only over HTTPS. systemd can pass sockets instead of --listen.

            --pair shows a QR code. Scan it with a telephone within two minutes. The rules of this desk then apply to
            what the telephone scans, and the actions are performed on this machine. Without --listen, the server also
            listens on all addresses of this machine, port 8378, with HTTPS.

            SOURCE is a source as for live. The page shows its codes, and the event stream of the API reports them.

            With --run, actions are performed for codes that are scanned at this desk: by paired telephones, by
            SOURCE, on the page, and by programs that post to /v1/scans. The page asks for the confirmation that an
            action needs. For programs that only ask what a code means, only actions are performed that the policy
            file allows under "sources" (Docs/Safety.md).

            With --resolver, everyone may request GS1 keys, such as /01/09506000134352, without a token: the server
            redirects to the links in FILE, or lists them. --base is needed. 'beeline links import' replaces a table
            that is in use; the server reads the new one at the next request (Docs/Resolver.md).

            SIGTERM and Ctrl-C end the server after it has answered and recorded what it accepted; a second signal
            ends it immediately.

            Exit status: 0 stopped; 2 wrong usage or configuration, or it cannot listen on the address; 3 a source
            could not be used.
            """,
        examples: [
            "beeline serve": "the page on http://127.0.0.1:8377/",
            "beeline serve --pair --run": "a telephone as the hand scanner of this desk, with the actions of the rules",
            "beeline serve --listen 0.0.0.0:8443 --tls --require-token": "for programs of the whole network",
            "beeline serve --listen unix:/tmp/beeline.sock --base https://scan.example.com": "behind nginx or Caddy",
            "beeline serve --resolver links.csv --base https://id.example.com": "a GS1 Digital Link resolver",
            "beeline serve --station station.json --watch": "with the scanners of a till, while rules are written",
        ])

    static let serveTokens = CommandDefinition(
        "serve tokens", "", "List the tokens that programs and browsers use.",
        options: [.listFormat, .color, .help],
        discussion: """
            A token is a secret that a program sends with each request: Authorization: Bearer SECRET. Only its hash is
            stored, in serve.sqlite in the data folder of Beeline. A running server accepts new tokens and refuses
            revoked ones immediately.

            Exit status: 0 listed, even if there are none; 2 wrong usage; 3 they could not be read.
            """,
        examples: ["beeline serve tokens": "each token, with the times when it was created and last used"])

    static let serveTokensAdd = CommandDefinition(
        "serve tokens add", "NAME", "Create a token and print its secret. It is shown only once.",
        options: [.listFormat, .help],
        discussion: """
            NAME says who uses the token; it is shown in the list and in events. A program with the secret can do
            everything that the page on this machine can do. This includes scans whose actions are performed under the
            policy of this desk.

            Exit status: 0 created; 2 wrong usage; 3 it could not be stored.
            """,
        examples: [
            "beeline serve tokens add till": "the secret for a program",
            "beeline serve tokens add node-red > secret.txt": "only the secret is on standard output",
        ])

    static let serveTokensRevoke = CommandDefinition(
        "serve tokens revoke", "NUMBER", "Revoke a token: the server refuses requests with it.",
        options: [.help],
        discussion: """
            NUMBER is the first column of 'beeline serve tokens'.

            Exit status: 0 revoked; 1 there is no such token; 2 wrong usage; 3 it could not be written.
            """,
        examples: ["beeline serve tokens revoke 1": "the program with this token needs a new one"])

    static let serveDevices = CommandDefinition(
        "serve devices", "", "List the telephones that are paired.",
        options: [.listFormat, .color, .help],
        discussion: """
            'beeline serve --pair' and the page of the desk pair a telephone. It stays paired until you revoke it.

            Exit status: 0 listed, even if there are none; 2 wrong usage; 3 they could not be read.
            """,
        examples: [
            "beeline serve devices --format json": "names, times of pairing and last use, number of scans"
        ])

    static let serveDevicesRevoke = CommandDefinition(
        "serve devices revoke", "NUMBER", "Unpair a telephone: it must be paired again before it can scan.",
        options: [.help],
        discussion: """
            NUMBER is the first column of 'beeline serve devices'.

            Exit status: 0 revoked; 1 there is no such telephone; 2 wrong usage; 3 it could not be written.
            """,
        examples: ["beeline serve devices revoke 2": "a lost telephone"])
}
