import BeelineContent
import BeelineSymbols
import Testing

@Suite("Wi-Fi networks")
struct WiFiTests {
    private static func wifi(
        _ text: String, _ ssid: String, _ security: String, _ password: String? = nil, hidden: Bool = false,
        _ more: [String: String] = [:], warnings: [String] = [], why: String = ""
    ) -> ReadingCase {
        var fields = ["ssid": ssid, "security": security, "hidden": "\(hidden)"]
        fields["password"] = password
        return ReadingCase(text, .wifi, fields.merging(more) { $1 }, warnings: warnings, why)
    }

    static let mistake = "a Wi-Fi network, perhaps with an error: "

    static let networks = [
        wifi("WIFI:T:WPA;S:mynet;P:secret;;", "mynet", "WPA", "secret"),
        wifi("wifi:S:x;T:WPA;P:secret;;", "x", "WPA", "secret", why: "ZXing and others want capitals"),
        wifi("WiFi:t:wpa;s:x;p:secret;h:TRUE", "x", "WPA", "secret", hidden: true),
        wifi("WIFI:S:UP:x;T:WPA;P:secret;;", "UP:x", "WPA", "secret", why: "ZXing finds P: inside of the name"),
        wifi("WIFI:P:T:S:x;H:0;S:P:T:;T:WEP;;", "P:T:", "WEP", "T:S:x"),
        wifi("WIFI:S:caf\\;e\\:\\\\\\,\\\";T:WPA;P:\\;\\;\\\\;;", "caf;e:\\,\"", "WPA", ";;\\"),
        wifi("WIFI:S:a\\b;P:c\\d\\;;;", "a\\b", "WPA", "c\\d;", why: "a backslash that takes nothing's meaning is one"),
        wifi("WIFI:S:x;P:abc\\", "x", "WPA", "abc\\", why: "a backslash at the end"),
        wifi("WIFI:S:\"ABCD\";T:WPA;P:\"00ff\";;", "ABCD", "WPA", "00ff", why: "quotes say that it is text"),
        wifi("WIFI:S:\\\"x\\\";P:\"y\\\";;", "\"x\"", "WPA", "\"y\"", why: "these quotes are part of the text"),
        wifi("WIFI:S:\";P:\"\";;", "\"", "nopass", why: "one quote is none around a text"),
        wifi("WIFI:S:ABCDEF;T:WPA;P:0123456789;;", "ABCDEF", "WPA", "0123456789", why: "hexadecimal digits are text"),
        wifi("WIFI:T:nopass;S:Town Library;;", "Town Library", "nopass"),
        wifi("WIFI:T:NOPASS;S:x;P:;;", "x", "nopass"),
        wifi("WIFI:T:None;S:x;;", "x", "nopass"),
        wifi("WIFI:S:x", "x", "nopass", why: "no T and no password"),
        wifi("WIFI:S:x;P:secret", "x", "WPA", "secret", why: "no T but a password"),
        wifi("WIFI:T:;S:x;P:secret;;", "x", "WPA", "secret"),
        wifi("WIFI:T:WPA;S:x;;", "x", "WPA", why: "its password is to be asked for"),
        wifi("WIFI:T:wpa3;S:x;P:1;;", "x", "WPA3", "1", why: "WPA3 has passwords of any length"),
        wifi("WIFI:T:WPA/WPA2;S:x;P:12345678;;", "x", "WPA/WPA2", "12345678"),
        wifi("WIFI:T:SAE;S:x;P:p;I:guest;;", "x", "SAE", "p", ["identity": "guest"]),
        wifi("WIFI:T:WPA;R:1;S:x;P:p;K:MDkwEw==;;", "x", "WPA", "p", why: "R and K of the WPA3 specification"),
        wifi(
            "WIFI:T:WPA2-EAP;S:c;E:peap;PH2:mschapv2;AI:anon;I:bob;P:p;H:yes;;", "c", "WPA2-EAP", "p", hidden: true,
            ["eapMethod": "PEAP", "phase2": "MSCHAPV2", "anonymousIdentity": "anon", "identity": "bob"]),
        wifi(
            "WIFI:T:WPA2-EAP;S:c;E:TTLS;A:anon;H:PAP;;", "c", "WPA2-EAP", nil,
            ["eapMethod": "TTLS", "phase2": "PAP", "anonymousIdentity": "anon"], why: "H was phase 2 once"),
        wifi(
            "WIFI:S:corp;E:PEAP;I:u;P:x;;", "corp", "WPA2-EAP", "x", ["eapMethod": "PEAP", "identity": "u"],
            why: "only enterprises have an EAP method"),
        wifi("WIFI:S:corp;I:u;P:x;;", "corp", "WPA2-EAP", "x", ["identity": "u"]),
        wifi("WIFI:T:WPA;S:corp;H:pap;P:x;;", "corp", "WPA2-EAP", "x", ["phase2": "PAP"]),
        wifi("WIFI:T:wpa2;S:corp;E:TLS;;", "corp", "WPA2-EAP", nil, ["eapMethod": "TLS"]),
        wifi("WIFI:T:WPA3;S:corp;E:TLS;;", "corp", "WPA3", nil, ["eapMethod": "TLS"]),
        wifi("WIFI:S:x;H:2;;", "x", "nopass", warnings: [mistake + "H is neither true nor false"]),
        wifi(
            "WIFI:T:WPA;S:x;P:p;H:hidden;;", "x", "WPA", "p", warnings: [mistake + "H is neither true nor false"]),
        wifi("WIFI:S:x;\nT:WPA;\r\nP:secret;\n;", "x", "WPA", "secret", why: "line ends between fields"),
        wifi("WIFI:X:1;VERYLONGNAMEOFAFIELD:2;S:日本;T:WPA;P:p;;", "日本", "WPA", "p", why: "fields that nobody knows"),
        wifi("WIFI:S:\(String(repeating: "é", count: 16));;", String(repeating: "é", count: 16), "nopass"),
        wifi(
            "WIFI:S:x;T:WPA;P:pass;word;;", "x", "WPA", "pass",
            warnings: [mistake + "a part between semicolons has no name; a semicolon may lack its backslash"]),
        wifi(
            "WIFI:S:x;PASS:secret;;", "x", "nopass",
            warnings: [mistake + "a field has an unknown name, and may be the password (P)"]),
        wifi("WIFI:T:WPA;S:a,P:b;P:secret;;", "a,P:b", "WPA", "secret", why: "the password is elsewhere"),
        wifi("WIFI:S:a\\,P\\:b;;", "a,P:b", "nopass", why: "the colon is of the name"),
        wifi("WIFI:S:x,T:y;T:nopass;;", "x,T:y", "nopass"),
        wifi("WIFI:S:x;S:y;;", "x", "nopass", warnings: [mistake + "S is there twice; the first one is used"]),
        wifi(
            "WIFI:T:nopass;S:x;P:secret;;", "x", "nopass", "secret",
            warnings: [mistake + "an open network with a password (P)"]),
    ]

    @Test("fields are read one after the other, in any order and case", arguments: networks)
    func reads(network: ReadingCase) { network.check() }

    static let missing = "not a Wi-Fi network: the name of the network (S) is missing"

    private static let severalFields =
        "not a Wi-Fi network: the name of the network (S) has another field or a line end in it; use ; between fields"

    static let faults = [
        ReadingCase.malformed("WIFI:T:WPA;P:secret;;", missing), .malformed("WIFI:", missing),
        .malformed("WIFI:S:;T:WPA;P:p;;", missing), .malformed("WIFI:S:\"\";;", missing),
        .malformed("WIFI:\\S:x;;", missing),
        .malformed(
            "WIFI:S:\(String(repeating: "é", count: 17));;",
            "not a Wi-Fi network: the name of the network (S) has 34 bytes; the maximum is 32"),
        .malformed("WIFI:S:x,T:WPA,P:topsecret77", severalFields), .malformed("WIFI:S:x\nP:topsecret77", severalFields),
        .malformed("WIFI:T:WPA;S:x P:topsecret77;;", severalFields), .malformed("wifi:s:x|p:secret", severalFields),
        .malformed("WIFI:S:x\ntopsecret77;;", severalFields),
    ]

    @Test("a network without a possible name is refused", arguments: faults)
    func refuses(fault: ReadingCase) { fault.check() }

    @Test(
        "what says WIFI otherwise is text without a warning",
        arguments: [
            "WIFI", "WIFI S:x", "MYWIFI:S:x;;", "wifi: ask at the bar", "wifi: the password is: x", "wifi:free",
        ])
    func passes(text: String) { ReadingCase(text, .text).check() }

    static let secrets = [
        ("wifi:s:x;p:hunter2", "WIFI:T:WPA;S:x;P:•••;;"),
        ("WIFI:S:a\\;b;T:WPA2;H:true;P:hunter2;;", "WIFI:T:WPA2;S:a\\;b;P:•••;H:true;;"),
        ("WIFI:T:nopass;S:x;P:hunter2;;", "WIFI:T:nopass;S:x;P:•••;;"),
        (
            "WIFI:T:WPA2-EAP;S:c;E:PEAP;PH2:X;A:a;I:b;K:k;R:1;P:hunter2;;",
            "WIFI:T:WPA2-EAP;R:1;S:c;P:•••;E:PEAP;PH2:X;A:a;I:b;K:k;;"
        ),
    ]

    @Test("the password is shown only on request", arguments: secrets)
    func redacts(text: String, redacted: String) {
        let reading = ContentParser.reading(of: Symbol(.qr, text))
        #expect(reading.holdsSecret)
        #expect(reading.redactedText == redacted)
        #expect(reading.isSecret(.fixed(.password)) && reading.isSecret(.fixed(.text)))
        #expect(!reading.isSecret(.fixed(.ssid)))
        #expect(!reading.content.description.contains("hunter2"))
        #expect(!"\(reading.warnings)".contains("hunter2"))
        var dumped = ""
        dump(reading.content, to: &dumped)
        #expect(!dumped.contains("hunter2"))
        #expect(!String(reflecting: reading.content).contains("hunter2"))
    }

    @Test("an open network has no secret", arguments: ["WIFI:S:x;;", "WIFI:S:x;\nT:nopass;X:1;;", "WIFI:H:true;S:x"])
    func hasNoSecret(text: String) {
        let reading = ContentParser.reading(of: Symbol(.qr, text))
        #expect(!reading.holdsSecret && reading.redactedText == nil)
    }

    @Test("the code that a network writes is read as the same network", arguments: networks)
    func writesItself(network: ReadingCase) throws {
        let first = try #require(WiFiNetwork(network.text))
        #expect(WiFiNetwork(first.code) == first)
    }
}
