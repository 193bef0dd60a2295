import Beeline
import Foundation
import TestPrograms
import Testing

@Suite("What a code keeps secret")
struct SecretTests {
    struct Code: Sendable, CustomTestStringConvertible {
        let text: String
        let secret: String
        let redacted: String
        var testDescription: String { redacted }
    }

    static let codes = [
        Code(
            text: "WIFI:T:WPA;S:Guest;P:open sesame;;", secret: "sesame", redacted: "WIFI:T:WPA;S:Guest;P:•••;;"),
        Code(
            text: "otpauth://totp/ACME:bob?secret=JBSWY3DPEHPK3PXP&issuer=ACME", secret: "JBSWY3DPEHPK3PXP",
            redacted: "otpauth://totp/ACME:bob?secret=•••&issuer=ACME"),
        // Nearly a network, nearly a key, and the keys of a whole authenticator.
        Code(text: "WIFI:T:WPA;P:open sesame;;", secret: "sesame", redacted: "WIFI:•••"),
        Code(text: "WIFI;T:WPA;S:x;P:open sesame;;", secret: "sesame", redacted: "WIFI;•••"),
        Code(
            text: "otpauth://totp/Steam:x?secret=JBSWY3DPEHPK3PXP&digits=5", secret: "JBSWY3DPEHPK3PXP",
            redacted: "otpauth:•••"),
        Code(
            text: "MEBKM:TITLE:x;URL:otpauth://totp/x?secret=JBSWY3DPEHPK3PXP;;", secret: "JBSWY3DPEHPK3PXP",
            redacted: "MEBKM:TITLE:x;URL:otpauth:•••"),
        Code(
            text: "otpauth-migration://offline?data=CjEKCkhlbGxv", secret: "CjEKCkhlbGxv",
            redacted: "otpauth-migration:•••"),
        Code(text: "WIFI:S:x,T:WPA,P:topsecret77", secret: "topsecret77", redacted: "WIFI:•••"),
        // Nearly the code of a device, and codes in links.
        Code(text: "X-HM://0023ISYWYABCD/", secret: "0023ISYWYABCD", redacted: "X-HM://•••"),
        Code(text: "mt:y.k9042c00ka0648g00", secret: "y.k9042c00ka0648g00", redacted: "mt:•••"),
        Code(
            text: "https://x.example/?chl=otpauth%3A%2F%2Ftotp%2FA%3Fsecret%3DJBSWY3DPEHPK3PXP",
            secret: "JBSWY3DPEHPK3PXP",
            redacted: "https://x.example/?chl=otpauth%3A%2F%2Ftotp%2FA%3Fsecret%3D•••"),
        Code(
            text: "https://discord.com/ra/Wo6a2GGzTvnOvLFm", secret: "Wo6a2GGzTvnOvLFm",
            redacted: "https://discord.com/ra/•••"),
    ]

    private static let rules = """
        {"version":1,"rules":[{"id":"r","when":{"text":{"exists":true}},"do":[
          {"action":"emit","fields":{"all":"<{text}>","packed":"{compact}","password":"{password|}","key":"{sharedSecret|}",
            "safe":"{kind}"}}]}]}
        """

    @Test("is in no output", arguments: codes, ["text", "json", "csv"])
    func isWithheld(_ code: Code, _ format: String) async throws {
        let folder = try TemporaryFolder()
        let file = try folder.write("rules.json", Array(Self.rules.utf8))
        // Half of them are performed: how a code comes in has nothing to do with that.
        let inputs: [([String], String)] = [
            ([code.text], ""), (["--run", "-"], code.text), (["-", "--input", "tsv"], "qr_code\t\(code.text)"),
            (["--run", "-", "--input", "json"], #"{"id":7,"text":"\#(code.text)","symbology":"qr_code"}"#),
        ]
        for (arguments, input) in inputs {
            let result = try await beeline(
                ["resolve", "--format", format, "--rules", file] + arguments, input: Array(input.utf8))
            #expect(result.status == 0)
            #expect(!result.output.contains(code.secret), "\(arguments): \(result.output)")
            #expect(!result.errors.contains(code.secret))
            #expect(result.output.contains(code.redacted))
        }
    }

    @Test(
        "a password that a rule gives an action is in no output, whatever the code", arguments: ["text", "json", "csv"])
    func rulesKeepSecrets(_ format: String) async throws {
        let folder = try TemporaryFolder()
        let file = try folder.write(
            "rules.json",
            #"""
            {"version":1,"rules":[{"id":"r","when":{},"do":[
              {"action":"connect-wifi","ssid":"{text|}","password":"open {text|} sesame"}]}]}
            """#)
        for arguments in [["resolve"], ["resolve", "--run"], ["explain"]]
        where format != "csv" || arguments[0] == "resolve" {
            for code in ["Guest", "WIFI:S:x;P:Guest;;"] {
                let result = try await beeline(arguments + ["--rules", file, "--format", format, code])
                #expect(result.status == (arguments.contains("--run") ? 4 : 0))
                #expect(!(result.output + result.errors).contains("sesame"), "\(arguments): \(result.output)")
            }
        }
        let shown = try await beeline("resolve", "--show-secrets", "--rules", file, "--format", "json", "Guest")
        #expect(shown.output.contains("open Guest sesame"))
    }

    @Test("is in the output that asks for it", arguments: codes)
    func isShown(_ code: Code) async throws {
        for format in ["text", "json", "csv"] {
            let result = try await beeline("resolve", "--show-secrets", "--format", format, code.text)
            #expect(result.output.contains(code.secret))
            #expect(!result.output.contains("•••"))
        }
    }

    static let errors = [
        ("tsv", "WIFI:S:x;P:open sesame;;"), ("tsv", "qr_code\tWIFI:S:x;P:open \\q sesame;;"),
        ("json", #"{"txt":"WIFI:S:x;P:open sesame;;"}"#), ("json", #"{"text":"WIFI:S:x;P:open sesame;;",}"#),
    ]

    @Test("is not in an error either", arguments: errors)
    func staysOutOfErrors(_ form: String, _ line: String) async throws {
        for format in ["text", "json", "csv"] {
            let result = try await beeline(
                ["resolve", "-", "--input", form, "--format", format], input: Array(line.utf8))
            #expect(result.status == 3)
            #expect(!result.output.contains("sesame"), "\(result.output)")
        }
    }

    @Test(
        "is not in bytes, whether they are no text or in an older character set",
        arguments: [([0x01, 0xE9], "WIFI:•••"), ([0xE9], "WIFI:T:WPA;S:Café;P:•••;;")])
    func staysOutOfBytes(name: [UInt8], shown: String) async throws {
        let bytes = Base64.encode(Array("WIFI:T:WPA;S:Caf".utf8) + name + Array(";P:open sesame;;".utf8))
        let line = #"{"bytes":"\#(bytes)","symbology":"qr_code","id":7}"#
        let result = try await beeline(
            ["resolve", "-", "--input", "json", "--format", "json"], input: Array(line.utf8))
        #expect(!result.output.contains(bytes))
        #expect(result.output.contains(#""input":{"text":"\#(shown)","symbology":"qr_code","id":7}"#))
    }

    static let objects = [
        (
            #"{ "symbology" : "QR", "text":"WIFI:T:WPA;S:a\u0062\\\\;P:open sesame;;", "id": 7}"#,
            #"{ "symbology" : "QR", "text":"WIFI:T:WPA;S:ab\\\\;P:•••;;", "id": 7}"#
        ),
        (
            #"{"text":"WIFI:T:WPA;S:x;P:open sesame;;","symbology":"QR","till":null,"tags":["a",1]}"#,
            #"{"text":"WIFI:T:WPA;S:x;P:•••;;","symbology":"QR","till":null,"tags":["a",1]}"#
        ),
        (
            #"{"text":"WIFI:T:WPA;S:x;P:open sesame;;","rawValue":"open sesame","wifi":{"password":"open sesame"}}"#,
            #"{"text":"WIFI:T:WPA;S:x;P:•••;;","rawValue":"•••","wifi":{"password":"•••"}}"#
        ),
        (
            #"{"text":"WIFI:T:WPA;S:x;P:open sesame;;","rawValue":"open sesame"}"#,
            #"{"text":"WIFI:T:WPA;S:x;P:•••;;","rawValue":"•••"}"#
        ),
    ]

    @Test("is removed from an object that is echoed, and everything else stays", arguments: objects)
    func leavesObjects(_ line: String, _ echo: String) async throws {
        let result = try await beeline(
            ["resolve", "-", "--input", "json", "--format", "json"], input: Array(line.utf8))
        #expect(result.output.contains(#""input":\#(echo),"#), "\(result.output)")
        #expect(!result.output.contains("sesame"))
    }

    @Test("is not in the beginning of a line that is too long, nor in the name of a symbology")
    func staysOutOfBeginnings() async throws {
        let long = "https://user:open-sesame" + String(repeating: "x", count: 1_200_000)
        for (form, line) in [("lines", long), ("tsv", "open sesame\tWIFI:T:WPA;S:x;P:open sesame;;")] {
            let result = try await beeline(
                ["resolve", "-", "--input", form, "--format", "json"], input: Array(line.utf8))
            #expect(!result.output.contains("sesame"), "\(result.output)")
        }
    }

    @Test("is reported as hidden")
    func isNamed() async throws {
        let result = try await beeline("resolve", "--format", "json", Self.codes[0].text)
        let object = try #require(try result.objects().first)
        let results = try #require(object["results"] as? [[String: Any]])
        #expect(results.first?["withheld"] as? [String] == ["text", "password"])
        let content = try #require(results.first?["content"] as? [String: Any])
        #expect(content["password"] == nil)
        #expect(content["ssid"] as? String == "Guest")
    }

    @Test("an open network has no secret")
    func needsNone() async throws {
        let result = try await beeline("resolve", "--format", "json", "WIFI:T:nopass;S:Guest;;")
        #expect(result.output.contains("WIFI:T:nopass;S:Guest;;"))
        #expect(!result.output.contains("withheld"))
    }
}
