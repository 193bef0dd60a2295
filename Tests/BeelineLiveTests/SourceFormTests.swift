import Testing

@testable import BeelineLive

@Suite("Sources without their prefix")
struct SourceFormTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let text: String
        let form: SourceForm?
        var testDescription: String { text.debugDescription }

        init(_ text: String, _ name: String) { (self.text, form) = (text, .source(name)) }
        init(_ text: String, hint: String) { (self.text, form) = (text, .hint(hint)) }
        init(_ text: String) { (self.text, form) = (text, nil) }
    }

    private static let networkHint =
        "a scanner on a network is tcp://HOST:9100; scanners that connect to here are tcp-listen://:9100"

    static let cases = [
        Case("/dev/ttyUSB0", "serial:/dev/ttyUSB0"), Case("ttyACM1", "serial:/dev/ttyACM1"),
        Case("/dev/ttyUSB0,9600", "serial:/dev/ttyUSB0,9600"), Case("/dev/rfcomm0", "serial:/dev/rfcomm0"),
        Case("/dev/serial/by-id/usb-Honeywell", "serial:/dev/serial/by-id/usb-Honeywell"),
        Case("/dev/video0", "camera:/dev/video0"), Case("/dev/hidraw3", "hid:/dev/hidraw3"),
        Case("192.168.1.5:9100", "tcp://192.168.1.5:9100"), Case("[::1]:9100", "tcp://[::1]:9100"),
        Case("scanner.local:2001", "tcp://scanner.local:2001"), Case("localhost:9100", "tcp://localhost:9100"),
        Case("inbox/", "folder:inbox/"), Case("/no/such/inbox/", "folder:/no/such/inbox/"),
        Case("film.MP4", "video:film.MP4"), Case("a b.webm", "video:a b.webm"), Case("x.y4m", "y4m:x.y4m"),
        Case(
            "0c2e:0b61",
            hint:
                "a USB scanner is hid:0c2e:0b61 in HID point-of-sale mode, or keys:0c2e:0b61 if it types like a keyboard"
        ),
        Case("shelf.jpg", hint: "a picture is read by: beeline scan shelf.jpg"),
        Case(
            "/dev/input/event3",
            hint: "a scanner that types is keys:/dev/input/event3; then this keyboard types nowhere else"),
        Case("/dev/null", hint: "a serial port is serial:/dev/null, a camera camera:/dev/null"),
        Case("9100", hint: networkHint), Case(":9100", hint: networkHint),
        Case("COM3", hint: "a serial port is named as serial:/dev/ttyACM0 or serial:/dev/ttyUSB0 here"),
        Case("COM"), Case("0"), Case("65536"), Case("camra"), Case(""), Case(":"), Case("ttyUSB"), Case("192.168.1.5"),
        Case("192.168.1.5:0"),
        Case("192.168.1.5:65536"), Case("host:9100"), Case(".example:80"), Case("http://a.example/x/"),
        Case("0c2e:0b6"), Case("a.example:80/x"), Case("no-such-file"),
    ]

    @Test("are known by their form, whether or not they are there", arguments: cases)
    func areKnown(_ example: Case) { #expect(SourceForm(example.text) == example.form) }
}
