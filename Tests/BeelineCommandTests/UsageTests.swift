import TestPrograms
import Testing

@Suite("Wrong usage")
struct UsageTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let line: [String]
        let message: String

        init(_ line: String, _ message: String) {
            self.line = line.split(separator: " ").map(String.init)
            self.message = message
        }

        var testDescription: String { "beeline " + line.joined(separator: " ") }
    }

    static let cases = [
        Case("", "a command is missing"),
        Case("scna x.jpg", "unknown command 'scna' (did you mean 'scan'?)"),
        Case("Package.swift", "unknown command 'Package.swift'; to scan the file: beeline scan Package.swift"),
        Case("9784873119045", "unknown command '9784873119045'; for a code: beeline resolve 9784873119045"),
        Case("--format json scan x", "'--format' must follow a command: beeline COMMAND --format"),
        Case("rules", "'rules' needs a second word: rules check, rules test"),
        Case("rules chekc", "unknown command 'rules chekc' (did you mean 'rules check'?)"),
        Case(
            "history clear",
            "unknown command 'history clear'; the commands are history search, history delete, history create, "
                + "history import, history outbox, history send, history drop; 'beeline history delete --all' "
                + "deletes all recorded scans"),
        Case(
            "history shown",
            "unknown command 'history shown'; the commands are history search, history delete, history create, "
                + "history import, history outbox, history send, history drop"),
        Case(
            "history --since tomorrow",
            "'--since tomorrow' is not a time such as 2026-12-24T21:30, 2026-12-24, today, yesterday, monday, '2 hours' or '7 days'"
        ),
        Case("help scna", "unknown command 'scna' (did you mean 'scan'?)"),
        Case("scan", "missing argument: beeline scan FILE…"),
        Case("resolve", "missing argument: beeline resolve CODE…"),
        Case("explain", "missing argument: beeline explain CODE…"),
        Case("live", "missing source: beeline live SOURCE…; --list shows what is connected"),
        Case("live - -", "standard input can be read only once"),
        Case("live - y4m:-", "standard input can be read only once"),
        Case("live camera --input tsv", "'--input' is for the source -, which is not given"),
        Case("live camera camera", "the source 'camera' is given twice"),
        Case("live --list camera", "unexpected argument 'camera': beeline live SOURCE…"),
        Case("live Package.swift", "'Package.swift' names no source; a video is video:Package.swift"),
        Case("resolve --json 1", "has no option '--json'; write --format json"),
        Case("serve --port 9000", "'beeline serve' has no option '--port'; write --listen ADDRESS:PORT"),
        Case("serve --bind=0.0.0.0", "has no option '--bind'; write --listen"),
        Case("scan --port 9000 x", "'beeline scan' has no option '--port'"),
        Case("scan --csv x", "; write --format csv"), Case("resolve -q 1", "; --format code prints the least"),
        Case("formats qr", "beeline formats takes no argument"),
        Case("manual nosuch", "there is no manual page for 'nosuch'; the commands are scan, live"),
        Case("manual scna", "(did you mean 'scan'?)"),
        Case("live 0c2e:0b61", "hid:0c2e:0b61"), Case("live shelf.jpg", "beeline scan shelf.jpg"),
        Case("live - --columns text", "'--columns' is for --format csv only"),
        Case("live camra", "'camra' names no source (did you mean 'camera'?)"),
        Case("live serial:", "'serial:': serial: needs a device"),
        Case("live - --once --count 2", "'--once' and '--count' cannot be combined"),
        Case("live - --count 0", "'--count 0' is not a whole number above 0"),
        Case("live - --for nix", "'--for nix' is not a duration such as 90 s, 30 min, 8 h or 2 days"),
        Case("live - --repeat nix", "'--repeat nix' is not gone, never, always or a number of seconds, up to 86400"),
        Case("live - --zoom 11", "'--zoom 11' is not a number from 1 to 10"),
        Case("live - --focus far", "'--focus far' is not auto, near, or a whole number in the unit of the camera"),
        Case("live - --format csw", "'--format' cannot be 'csw' (did you mean 'csv'?)"),
        Case("resolve --columns text 1", "'--columns' is for --format csv only"),
        Case(
            "resolve --format csv --columns isbn31 1", "'--columns': unknown column 'isbn31' (did you mean 'isbn13'?)"),
        Case(
            "scan --format csv --columns text,,kind x",
            "'--columns': unknown column ''; use one of input, page, symbology"),
        Case("resolve --format csv --columns emit.nothing 1", "'--columns': unknown column 'emit.nothing'"),
        Case("serve camra", "'camra' names no source (did you mean 'camera'?)"),
        Case("serve camera camera", "the source 'camera' is given twice"),
        Case("serve --listen 0.0.0.0", "'--listen 0.0.0.0': the port is missing: 0.0.0.0:8377"),
        Case("serve --listen :8377", "'--listen :8377': give an address"),
        Case("serve --listen example.com:80", "'example.com' is not a numeric address"),
        Case("serve --listen 127.0.0.1:99999", "'99999' is not a port number from 1 to 65535"),
        Case("serve --listen unix:serve.sock", "a socket must be unix:/PATH with an absolute path"),
        Case("serve --host a:b:c", "'--host a:b:c': an IPv6 address must be in brackets"),
        Case("serve --base scan.example.com", "'--base scan.example.com' is not an address such as https://HOST:PORT"),
        Case("serve --base https://scan.example.com/a", "is not an address such as https://HOST:PORT"),
        Case("serve --certificate cert.pem", "'--certificate' needs --key"),
        Case("serve --key key.pem", "'--key' needs --certificate"),
        Case("serve --certificate cert.pem --key key.pem --tls", "'--tls' and '--certificate' cannot be combined"),
        Case("serve --body-limit 2T", "'--body-limit 2T' is not a size from 1K to 1G, such as 32M"),
        Case("serve --resolver links.csv", "'--resolver' needs --base"),
        Case("serve --rule-links", "'--rule-links' needs --resolver"),
        Case("serve --cache-time 5", "'--cache-time' needs --resolver"),
        Case(
            "serve --resolver links.csv --base https://id.example.com --cache-time 2d",
            "'--cache-time 2d' is not a whole number of seconds from 0 to 86400"),
        Case("serve --connections 0", "'--connections 0' is not a whole number from 1 to 100000"),
        Case("serve --queue -1", "'--queue -1' is not a whole number from 1 to 100000"),
        Case("serve --jobs 0", "'--jobs 0' is not a whole number above 0"),
        Case("serve --for nix", "'--for nix' is not a duration such as 90 s, 30 min, 8 h or 2 days"),
        Case("serve --allow open-url", "'--allow' needs --run: without it nothing is performed"),
        Case("serve --format csv", "'--format' cannot be 'csv'; use one of text, json"),
        Case("serve --effort max", "'--effort' cannot be 'max'; use one of fast, normal"),
        Case("serve 9000", "; to listen at this port: --listen 9000"), Case("serve :9000", "--listen 9000"),
        Case(
            "serve 0.0.0.0:9000", "'0.0.0.0:9000' is an address of this machine; to listen there: --listen 0.0.0.0:9000"
        ),
        Case("serve [::1]:9000", "as a source: tcp://[::1]:9000"), Case("serve localhost:80", "--listen localhost:80"),
        Case("live 9000", "tcp-listen://:9000"), Case("live COM3", "serial:/dev/ttyACM0"),
        Case("rules graph -o x.svg", "has no option '-o'; write --output FILE"),
        Case("rules new -o x.json", "has no option '-o'; write the name without it"),
        Case("scan -o x y", "has no option '-o'; it writes to standard output: add > FILE"),
        Case("history --format json --columns time", "'--columns' cannot be used with --format json"),
        Case("rules new --desk shop x", "'--desk' cannot be 'shop'; use one of bookshop, tickets"),
        Case("rules new --desk tickets", "missing argument: beeline rules new"),
        Case("rules new --desk tickets --kind isbn x", "'--desk' and '--kind' cannot be combined"),
        Case("serve token add x", "'token' names no source"), Case("serve token", "did you mean 'serve tokens'"),
        Case("serve token add x", "did you mean 'serve tokens add'"),
        Case("serve tokens ad", "unknown command 'serve tokens ad' (did you mean 'serve tokens add'?)"),
        Case("serve tokens add", "missing argument: beeline serve tokens add NAME"),
        Case("serve tokens revoke x", "'x' is not a number; 'beeline serve tokens' shows it at the start of each line"),
        Case(
            "serve devices revoke 0",
            "'0' is not a number; 'beeline serve devices' shows it at the start of each "
                + "line"),
        Case("explain --run 1", "'beeline explain' has no option '--run'"),
        Case("explain --format csv 1", "'--format' cannot be 'csv'; use one of text, json"),
        Case("scan --recusive x", "'beeline scan' has no option '--recusive' (did you mean '--recursive'?)"),
        Case("scan -x x", "'beeline scan' has no option '-x'"),
        Case("scan --input lines x", "'beeline scan' has no option '--input'"),
        Case("resolve --format jsno 1", "'--format' cannot be 'jsno' (did you mean 'json'?)"),
        Case("resolve --format xml 1", "'--format' cannot be 'xml'; use one of text, line, code, json, csv"),
        Case("resolve --format= 1", "'--format' cannot be ''; use one of text, line, code, json, csv"),
        Case("resolve --input tvs -", "'--input' cannot be 'tvs' (did you mean 'tsv'?)"),
        Case("resolve 1 --format", "'--format' needs a value: --format text|line|code|json|csv"),
        Case("resolve --format json --format csv 1", "'--format' is given twice"),
        Case("resolve --run=yes 1", "'--run' does not take a value"),
        Case("resolve --set amazon 1", "'--set amazon' is not of the form NAME=VALUE"),
        Case("resolve --set =x 1", "'--set =x' is not of the form NAME=VALUE"),
        Case("resolve --allow open-url 1", "'--allow' needs --run: without it nothing is performed"),
        Case("resolve --deny network 1", "'--deny' needs --run"),
        Case(
            "resolve --run --allow open-ulr 1",
            "'--allow open-ulr': unknown action or effect (did you mean 'open-url'?)"),
        Case("resolve --run --ask everything 1", "'--ask everything': unknown action or effect; use one of "),
        Case("resolve - -", "standard input can be read only once"),
        Case("scan - --files0-from -", "standard input can be read only once"),
        Case("scan --effort maximum x", "'--effort' cannot be 'maximum'; use one of fast, normal, max"),
        Case("scan --only ean_31 x", "'--only ean_31': no symbology has that name (did you mean 'ean_13'?)"),
        Case(
            "scan --only qr_code,,ean_13 x", "'--only ': no symbology has that name; use one of ean_13, ean_8, "),
        Case("scan --only qr_code,ean_5 x", "'--only ean_5': it is an add-on of another symbol; select that one"),
        Case("scan --roi 1,2,3 x", "'--roi 1,2,3': must be four numbers, x,y,width,height, not 3"),
        Case(
            "scan --roi 0,0,1,1 x", "'--roi 0,0,1,1': 1 is one pixel; write 1.0 or 100% for the whole width or height"),
        Case("scan --jobs 0 x", "'--jobs 0' is not a whole number above 0"),
        Case("scan --jobs 99999999999999999999 x", "'--jobs 99999999999999999999': must be at most 256"),
        Case("scan --annotate - x", "'--annotate -': a name is needed"),
        Case("scan --annotate x.jpg x", "'--annotate x.jpg': a file must end in .svg or .html; a new folder"),
        Case("scan --annotate x.svg x y", "'--annotate x.svg': an SVG can show one image, but there are 2"),
        Case("draw a b", "unexpected argument 'b': beeline draw [TEXT | NAME=VALUE… | FILE.csv]"),
        Case("draw --as qrr x", "'--as qrr': unknown format (did you mean 'qr'?)"),
        Case("draw --as nonsense x", "'--as nonsense': unknown format; 'beeline draw --list' lists the formats"),
        Case("draw --kind wiif ssid=a", "'--kind' cannot be 'wiif' (did you mean 'wifi'?)"),
        Case("draw --kind wifi sid=a", "wifi has no field 'sid' (did you mean 'ssid'?)"),
        Case("draw --kind wifi colour=a", "wifi has no field 'colour'; the fields of wifi are ssid, password, "),
        Case(
            "draw --kind wifi ssid", "'ssid' is not a field such as NAME=VALUE or NAME@FILE; the fields of wifi are "),
        Case("draw --kind wifi password=a", "'ssid' is missing"),
        Case("draw --kind geo latitude=x longitude=1", "'latitude' must be a number like 12.5, not 'x'"),
        Case("draw --kind wifi", "missing argument: beeline draw "),
        Case("draw --kind wifi ssid@- password@-", "standard input can be read only once"),
        Case("draw --bytes x", "'--bytes' reads standard input: leave TEXT out"),
        Case("draw --bytes --kind wifi ssid=a", "'--bytes' and '--kind' cannot be combined"),
        Case("draw -o a.jpg x", "'--output a.jpg': unknown extension; use .svg, .png, .pdf or .txt"),
        Case("draw -o svg x", "'--output svg': unknown extension"),
        Case("draw -o a.png --format svg x", "'--output a.png' does not have the extension of --format svg"),
        Case("draw --scale 4 -o a.svg x", "'--scale' is for PNG only"),
        Case("draw --scale 0.5 -o a.png x", "'--scale 0.5' is not a number such as 8"),
        Case(
            "draw --scale 99999999999999999999 -o a.png x", "'--scale 99999999999999999999' is not a number such as 8"),
        Case("draw --module-width 1e3 x", "'--module-width 1e3' is not a number such as 0.33"),
        Case("draw --module-width nan x", "'--module-width nan' is not a number such as 0.33"),
        Case("draw --dark rde x", "'--dark rde' is not a colour such as #1a5fb4"),
        Case("draw --light #fff --transparent x", "'--transparent' and '--light' cannot be combined"),
        Case("draw --price 3 x", "'--price' needs --currency"),
        Case("draw --currency USD x", "'--currency' needs --price"),
        Case("draw --price 3 --currency USD --add-on 12 x", "'--price' and '--add-on' cannot be combined"),
        Case("draw --price 3,5 --currency USD 9780306406157", "the price: it must be an amount like 24.95, not '3,5'"),
        Case("draw --logo-share 5 x", "'--logo-share' needs --logo"),
        Case("draw --page A4 x", "'--page' needs --sheet"),
        Case("draw --sheet L7610 x.csv", "'--sheet L7610': unknown sheet (did you mean 'L7160'?)"),
        Case("draw --sheet 0x8 x.csv", "the sheet: a length or a count is too small or too large"),
        Case("draw --as itf 123", "readers do not accept an Interleaved 2 of 5 of less than six digits"),
        Case("draw --as ean-13 --level H 4006381333931", "an EAN-13 has no choice of levels"),
        Case("draw --kind url url=nonsense", "'url' makes no code of the kind 'url'"),
        Case(
            "scan --diagnose --format csv x", "CSV has no column for the diagnosis; use --format json with '--diagnose'"
        ),
        Case("rules test --no-defaults", "missing argument: beeline rules test"),
        Case("draw --sheet 3x8 --label 90x30 x.csv", "the columns: they are 270 mm wide, but the page is 210"),
        Case("draw --sheet 3x8 --gap 2 x.csv", "'--gap 2' is not of the form ACROSSxDOWN, as 2.5x0"),
        Case(
            "draw --sheet L7160 --label 3x3 x.csv",
            "'--label' is only for your own sheets, as --sheet 3x8; the measures of L7160 are fixed"),
        Case("draw --sheet L7160 --format svg x.csv", "sheets are PDF: --output FILE.pdf"),
        Case("draw --sheet L7160 --kind wifi x.csv", "'--kind' and '--sheet' cannot be combined"),
        Case("draw --list x", "unexpected argument 'x': beeline draw [TEXT | NAME=VALUE… | FILE.csv]"),
        Case("formats qr_code", "unexpected argument 'qr_code': beeline formats"),
        Case("completion", "missing argument: beeline completion bash|zsh|fish"),
        Case("completion tcsh", "no completion for 'tcsh'; use one of bash, zsh, fish"),
        Case("completion bash zsh", "unexpected argument 'zsh': beeline completion bash|zsh|fish"),
        Case("rules check --rules x", "'beeline rules check' has no option '--rules'"),
        Case("resolve --set amazno=x 1", "no rule file has a constant 'amazno' (did you mean 'amazon'?)"),
    ]

    @Test("it is reported with the nearest valid word, and nothing is done", arguments: cases)
    func isTold(_ case: Case) async throws {
        let result = try await beeline(`case`.line)
        #expect(result.status == 2)
        #expect(result.output.isEmpty)
        #expect(result.errors.contains(`case`.message), "\(result.errors)")
    }

    @Test(
        "where to read on is said of the command that was meant",
        arguments: [
            ("scan --recusive x", "beeline scan --help"), ("rules test --no-defaults", "beeline rules test --help"),
            ("scna x", "beeline --help"), ("", "beeline --help"),
        ])
    func tellsOfHelp(_ line: String, _ help: String) async throws {
        let result = try await beeline(line.split(separator: " ").map(String.init))
        #expect(result.errors.hasSuffix("\n\(help) shows the usage.\n"), "\(result.errors)")
    }

    @Test("a code that is not UTF-8 is not read as another code")
    func refusesBytes() async throws {
        for command in ["resolve", "explain"] {
            let result = try await bash("beeline \(command) a $'\\xff'")
            #expect(result.status == 2)
            #expect(result.errors.contains("a code on the command line is not UTF-8"))
        }
        // This one is as it was given.
        #expect(try await beeline("resolve", "--no-defaults", "\u{FFFD}").status == 1)
    }

    @Test("an argument with a dash is a code or a file after --")
    func endsOptions() async throws {
        let result = try await beeline("resolve", "--format", "csv", "--raw-csv", "--", "-9", "--help")
        #expect(result.lines.dropFirst().map { $0.prefix { $0 != "," } } == ["-9", "--help"])
    }

    @Test("options may be anywhere, and have their value after = or a blank")
    func takesOptionsAnywhere() async throws {
        let one = try await beeline("resolve", "9784873119045", "--format=json", "--set=amazon=a.example")
        let other = try await beeline("resolve", "--set", "amazon=a.example", "--format", "json", "9784873119045")
        #expect(one.status == 0)
        #expect(one.output == other.output)
        #expect(one.output.contains("https://a.example/dp/4873119049"))
    }
}
