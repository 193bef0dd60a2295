import BeelineSymbols
import Testing

@testable import BeelineContent

@Suite("Secrets in the text of a code")
struct SecretFinderTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let text: String
        /// Pieces that nothing may say.
        let secret: String
        let shown: String
        var testDescription: String { shown }

        init(_ text: String, _ secret: String, _ shown: String) {
            (self.text, self.secret, self.shown) = (text, secret, shown)
        }

        /// The text with the secret in it once.
        init(hiding secret: String, in text: String) {
            self.init(text, secret, text.replacing(secret, with: "•••"))
        }
    }

    private static let longPassword = String(repeating: "Zq7x", count: 700)

    /// As WhatsApp shows it to another device.
    private static let pairing =
        "Zq7hunter2XkW9Zq7hunter2XkW9==,4n9c1hK0a8b7c6d5e4f3g2h1i0j9k8l7m6n5o4p3q2r=,s1t2u3v4w5x6y7z8A9B0C1D2E3F4G5H6I7J8K9L0M1N="

    static let links = [
        Case(hiding: "S3cret!", in: "https://user:S3cret!@host.example/"),
        Case(hiding: "PW", in: "https:/u:PW@h.example"),
        Case(hiding: "PW", in: #"https:\\u:PW@h.example"#),
        Case(hiding: "PW", in: #"https:/\u:PW@h.example/a"#),
        Case(hiding: "PW", in: "https:u:PW@h.example"),
        Case(hiding: "PW", in: "//u:PW@h.example"),
        Case(hiding: "PW", in: "ftp://u:PW@h.example"),
        Case(hiding: "PW", in: "https://u:PW@h.example:8443/x?y#z"),
        Case(hiding: "PW", in: "HTTPS://u:PW@h.example"),
        Case(hiding: "PW", in: "write to https://u:PW@h.example for more"),
        Case(hiding: "PW", in: "see \"//u:PW@h.example\""),
        Case(hiding: "p@ss:w", in: "https://u:p@ss:w@h.example/a@b"),
        Case(hiding: "p/w?d", in: "https://u:p/w?d@h.example"),
        Case(hiding: "pw", in: "postgres://u:pw@db.example/x"),
        Case(hiding: "pw", in: "mailto:u:pw@h.example"),
        Case(hiding: "pw", in: "jdbc:mysql://u:pw@h.example"),
        Case(hiding: "s3cret", in: "smb://me:s3cret@[::1]/share"),
        Case(hiding: "PW", in: "https://x.example/?to=https%3A%2F%2Fu%3APW%40h.example"),
        Case(hiding: pairing, in: "https://wa.me/settings/linked_devices#2@" + pairing),
        Case(hiding: "abc", in: "https://x.example/#access_token=abc&type=bearer"),
        Case(hiding: "abc", in: "https://x.example/?id=1&refresh_token=abc"),
        Case(hiding: "hunter2", in: "https://x.example/login?user=u&password=hunter2"),
        Case(hiding: "Zq7hunter2XkW9", in: "https://x.example/LPA:1$smdp.example$Zq7hunter2XkW9"),
        Case(hiding: "Zq7hunter2XkW9", in: "https://x.example/https%3A%2F%2Fu%3AZq7hunter2XkW9%40h.example%2F"),
        Case(hiding: "Zq7hunter2XkW9", in: "https://x.example/?carddata=LPA%3A1%24smdp.example%24Zq7hunter2XkW9"),
        Case(
            hiding: "Zq7hunter2XkW9",
            in: "https://x.example/?u=https%3A%2F%2Fy.example%2F%3Faccess_token%3DZq7hunter2XkW9"),
        Case(
            hiding: "nsec1vl029mgpspedva04g90vltkh6fvh240zqtv9k0t9af8935ke9laqsnlfe5",
            in: "https://njump.me/nsec1vl029mgpspedva04g90vltkh6fvh240zqtv9k0t9af8935ke9laqsnlfe5"),
        Case(
            hiding: "5HueCGU8rMjxEXxiPuD5BDku4MkFqeZyd4dZ1jvhTVqvbTLvyTJ",
            in: "https://x.example/5HueCGU8rMjxEXxiPuD5BDku4MkFqeZyd4dZ1jvhTVqvbTLvyTJ"),
        Case(hiding: "Zq7hunter2XkW9", in: #"MECARD:N:Doe;URL:https\://u\:Zq7hunter2XkW9@h.example;;"#),
        Case(hiding: longPassword, in: "https://u:\(longPassword)@h.example"),
        Case(hiding: "deadbeef", in: "wc:7f6e504b@2?relay-protocol=irn&symKey=deadbeef"),
        Case(hiding: "aBcDeF", in: "https://zoom.us/j/123456789?pwd=aBcDeF"),
        Case(hiding: "hunter2", in: "https://x.example/?api_key=hunter2&PSK=hunter2"),
        Case(hiding: "hunter2", in: "https://x.example/?old_password=hunter2&id=1"),
        Case(hiding: "hunter2", in: "https://x.example/?user[password]=hunter2&id=1"),
        Case(hiding: "hunter2", in: "https://x.example/?user%5Bpassword%5D=hunter2&id=1"),
        Case(hiding: "hunter2", in: "https://x.example/?x-api-key=hunter2&secret_key=hunter2"),
        Case(hiding: "hunter2", in: "https://x.example/?password2=hunter2"),
        Case(hiding: "hunter2", in: "DefaultEndpointsProtocol=https;AccountName=a;AccountKey=hunter2"),
        // Codes of other kinds in links.
        Case(
            hiding: "JBSWY3DPEHPK3PXP",
            in: "https://chart.googleapis.com/chart?cht=qr&chl=otpauth%3A%2F%2Ftotp%2FA%3Fsecret%3DJBSWY3DPEHPK3PXP&a=b"
        ),
        Case(
            hiding: "JBSWY3DPEHPK3PXP",
            in: "https://chart.googleapis.com/chart?cht=qr&chl=otpauth://totp/A?secret=JBSWY3DPEHPK3PXP&chs=9"),
        Case(
            hiding: "CjEKCkhlbGxv", in: "https://x.example/?chl=otpauth-migration%3A%2F%2Foffline%3Fdata%3DCjEKCkhlbGxv"
        ),
        Case(hiding: "topsecret77", in: "https://x.example/?chl=WIFI:S:x;T:WPA;P:topsecret77;;&chs=9"),
        Case(hiding: "topsecret77", in: "https://x.example/?chl=WIFI%3AS%3Ax%3BT%3AWPA%3BP%3Atopsecret77%3B%3B&chs=9"),
        Case(
            hiding: "Y.K9042C00KA0648G00",
            in: "https://project-chip.github.io/connectedhomeip/qrcode.html?data=MT%3AY.K9042C00KA0648G00"),
        Case(hiding: "Y.K9042C00KA0648G00", in: "https://x.example/?data=MT:Y.K9042C00KA0648G00&a=b"),
        // Links that sign in.
        Case(hiding: "Wo6a2GGzTvnOvLFmqLWNZJ4K", in: "https://discord.com/ra/Wo6a2GGzTvnOvLFmqLWNZJ4K"),
        Case(hiding: "Wo6a2GGzTvnOvLFmqLWNZJ4K", in: "HTTPS://DiscordApp.com/ra/Wo6a2GGzTvnOvLFmqLWNZJ4K"),
        Case(hiding: "1/2207813151333862682", in: "https://s.team/q/1/2207813151333862682"),
        Case(hiding: "abcdef==", in: "https://login.weixin.qq.com/l/abcdef=="),
        Case(hiding: "AbCdEf", in: "http://weixin.qq.com/x/AbCdEf"),
    ]

    /// Codes that set up a device, with errors in them.
    static let setUps = [
        Case(hiding: "0023isywyabcd", in: "x-hm://0023isywyabcd"),
        Case(hiding: "0023ISYWYABCD", in: "x-HM://0023ISYWYABCD"),
        Case(hiding: "0023ISYWYABCD/", in: "X-HM://0023ISYWYABCD/"),
        Case(hiding: "0023ISYWYABCD?a=b", in: "X-HM://0023ISYWYABCD?a=b"),
        Case(hiding: "0023ISYWYABCD", in: "URL:X-HM://0023ISYWYABCD"),
        Case(hiding: "0023ISYWYABCD", in: "X-HM:0023ISYWYABCD"),
        Case(hiding: "0023ISYWY", in: "X-HM://0023ISYWY"),
        Case(hiding: "0023ISYWYABCD", in: "the lamp: X-HM://0023ISYWYABCD the plug: none"),
        Case(hiding: "y.k9042c00ka0648g00", in: "mt:y.k9042c00ka0648g00"),
        Case(hiding: "Y.K9042C00KA0648G00", in: "MT: Y.K9042C00KA0648G00"),
        Case(hiding: "Y.K9042C00KA0648G00", in: #""MT:Y.K9042C00KA0648G00""#),
        Case(hiding: "Y.K9042C00KA0648G0", in: "MT:Y.K9042C00KA0648G0"),
        Case(hiding: "Y.K9042C00KA0648G00", in: "H:0123456789ABCDEF%MT:Y.K9042C00KA0648G00"),
        Case(hiding: "Y.K9042C00KA0648G00*W0GU2OTB00KA0648G00", in: "MT:Y.K9042C00KA0648G00*W0GU2OTB00KA0648G00"),
    ]

    static let seeds = [
        Case(
            hiding: "oeadgdstaslplabghydrpfmkbggufgludprfgmaotpiecffltnlpqdenos",
            in: "ur:crypto-seed/oeadgdstaslplabghydrpfmkbggufgludprfgmaotpiecffltnlpqdenos"),
        Case(
            hiding: "1-3/LPADAXCFAXIACYVWHDFHNDHKADCLHKAXHNLKKBAOBAGH",
            in: "UR:SEED/1-3/LPADAXCFAXIACYVWHDFHNDHKADCLHKAXHNLKKBAOBAGH"),
        // Keys of Stellar and seeds of the XRP Ledger, as their documentation has them.
        Case(
            hiding: "SCZANGBA5YHTNYVVV4C3U252E2B6P6F5T3U6MM63WBSBZATAQI3EBTQ4",
            in: "stellar SCZANGBA5YHTNYVVV4C3U252E2B6P6F5T3U6MM63WBSBZATAQI3EBTQ4"),
        Case(hiding: "snoPBrXtMeMyMHUVTgbuqAfg1SUTb", in: "snoPBrXtMeMyMHUVTgbuqAfg1SUTb"),
        Case(hiding: "sEdTM1uX8pu2do5XvTnutH6HsouMaM2", in: "seed sEdTM1uX8pu2do5XvTnutH6HsouMaM2."),
        Case(
            hiding: "0xe9873d79c6d87dc0fb6a5778633389f4453213303da61f20bd67fc233aa33262",
            in: "Private key: 0xe9873d79c6d87dc0fb6a5778633389f4453213303da61f20bd67fc233aa33262"),
        Case(
            hiding: "e9873d79c6d87dc0fb6a5778633389f4453213303da61f20bd67fc233aa33262",
            in: "PRIVATE_KEY (hex) e9873d79c6d87dc0fb6a5778633389f4453213303da61f20bd67fc233aa33262"),
        // Examples of the specification of SeedQR.
        Case(
            hiding: "073318950739065415961602009907670428187212261116",
            in: "073318950739065415961602009907670428187212261116"),
        Case(
            hiding:
                "011513251154012711900771041507421289190620080870026613431420201617920614089619290300152408010643",
            in: "011513251154012711900771041507421289190620080870026613431420201617920614089619290300152408010643"),
    ]

    static let keys = [
        Case(
            hiding: "\nMIIEvQIBADANBg\nkqhkiG9w0\n",
            in: "-----BEGIN PRIVATE KEY-----\nMIIEvQIBADANBg\nkqhkiG9w0\n-----END PRIVATE KEY-----"),
        Case(
            hiding: "\r\nAbCd\r\n",
            in: "my key: -----BEGIN RSA PRIVATE KEY-----\r\nAbCd\r\n-----END RSA PRIVATE KEY-----\r\nbye"),
        Case(
            hiding: "\nb3BlbnNzaC1rZXk\n",
            in: "-----BEGIN OPENSSH PRIVATE KEY-----\nb3BlbnNzaC1rZXk\n-----END OPENSSH PRIVATE KEY-----"),
        Case(
            hiding: "\nlQOYBGQ\n",
            in: "-----BEGIN PGP PRIVATE KEY BLOCK-----\nlQOYBGQ\n-----END PGP PRIVATE KEY BLOCK-----"),
        Case(hiding: "\nP2/56wAA", in: "---- BEGIN SSH2 ENCRYPTED PRIVATE KEY ----\nP2/56wAA"),
        Case(
            "AGE-SECRET-KEY-1GFPYYSJZGFPYYSJZGFPYYSJZGFPYYSJZGFPYYSJZGFPYYSJZGFPQ4EGAEX", "GFPYYSJZGFP", "•••"),
        Case(
            "backup nsec1vl029mgpspedva04g90vltkh6fvh240zqtv9k0t9af8935ke9laqsnlfe5 end", "vl029mgpsp",
            "backup ••• end"),
        Case("5HueCGU8rMjxEXxiPuD5BDku4MkFqeZyd4dZ1jvhTVqvbTLvyTJ", "ueCGU8rMjx", "•••"),
        Case("KwdMAjGmerYanjeui5SHS7JkmpZvVipYvB2LJGU1ZxJwYvP98617", "MAjGmerYan", "•••"),
        Case("6PRVWUbkzzsbcVac2qwfssoUJAN1Xhrg6bNk8J7Nzm5H7kxEbn2Nh2ZoGg", "WUbkzzsbcV", "•••"),
        Case(
            "xprv9s21ZrQH143K3QTDL4LXw2F7HEK3wJUD2nW2nRk4stbPy6cq3jPPqjiChkVvvNKmPGJxWUtg6LnF5kejMRNNU3TGtRBeJgk33yuGBxrMPHi",
            "s21ZrQH143", "•••"),
        Case(
            hiding: "yAnz5TF+lXXJte14tji3zlMNq+hd2rYUIgJBgB3fBmk=",
            in: "[Interface]\nPrivateKey = yAnz5TF+lXXJte14tji3zlMNq+hd2rYUIgJBgB3fBmk=\nAddress = 10.0.0.2/32"),
        Case(
            hiding: "/UwcSPg38hW=",
            in: "[Peer]\nPublicKey = xTIB\nPresharedKey=/UwcSPg38hW=\nEndpoint = a.example:51820"),
        Case(hiding: "YWVzLTI1Ni1nY206cHc", in: "ss://YWVzLTI1Ni1nY206cHc@h.example:8388#Tokyo"),
        Case(hiding: "YWVzLTI1Ni1nY206cHdAaDoxMjM0", in: "ss://YWVzLTI1Ni1nY206cHdAaDoxMjM0#Tokyo"),
        Case(hiding: "MTI3LjAuMC4xOjEyMzQ6YXV0aA", in: "ssr://MTI3LjAuMC4xOjEyMzQ6YXV0aA"),
        Case(hiding: "eyJ2IjoiMiIsImlkIjoiYWJjIn0=", in: "vmess://eyJ2IjoiMiIsImlkIjoiYWJjIn0="),
        Case(hiding: "s3cretpw", in: "trojan://s3cretpw@h.example:443?sni=x#n"),
        Case(hiding: "b831381d-6324-4d53", in: "vless://b831381d-6324-4d53@h.example:443?type=tcp"),
        Case(hiding: "letmein", in: "hysteria2://letmein@h.example/"),
        Case(hiding: "token=AQIDBAUGBwgJCgsMDQ4PEA", in: "tg://login?token=AQIDBAUGBwgJCgsMDQ4PEA"),
        Case(hiding: "token=AQIDBAUGBwgJCgsMDQ4PEA", in: "TG:login?token=AQIDBAUGBwgJCgsMDQ4PEA"),
        Case(
            hiding: "uuid=Zq7hunter2XkW9&pub_key=BQWx%2Bdef",
            in: "sgnl://linkdevice?uuid=Zq7hunter2XkW9&pub_key=BQWx%2Bdef"),
        Case(hiding: pairing, in: "2@" + pairing),
        Case(hiding: "QR-G-5C-1LS-1W1Z9P7", in: "LPA:1$SMDP.EXAMPLE.COM$QR-G-5C-1LS-1W1Z9P7"),
        Case(hiding: "QR-G-5C-1LS-1W1Z9P7", in: "LPA: 1$SMDP.EXAMPLE.COM$QR-G-5C-1LS-1W1Z9P7"),
        Case(
            hiding: "code=123456789&url=https%3A%2F%2Fexample.com",
            in: "phonefactor://activate_account?code=123456789&url=https%3A%2F%2Fexample.com"),
        Case(
            hiding: "secret=0123456789abcdef&pin=1234",
            in: "motp://Acme:alice?secret=0123456789abcdef&pin=1234"),
        Case(hiding: "hunter2x", in: "[wlan]\npsk = hunter2x\nssid = a"),
        Case(hiding: "hunter2x", in: #"{"ssid":"a","psk":"hunter2x"}"#),
        Case(hiding: "hunter2x", in: #"{"ssid":"a","pass":"hunter2x"}"#),
        Case(hiding: "hunter2x", in: #"{"ssid":"a","pwd":"hunter2x"}"#),
        Case(hiding: "hunter2x", in: #"{"a":{"secret":"hunter2x"}}"#),
        Case(hiding: "hunter2x", in: #"{"token" : "hunter2x"}"#),
        Case(hiding: "hunter2x", in: #"{"apiKey":"hunter2x"}"#),
        // Names that end like a secret, in a configuration, a note, a header or a script.
        Case(hiding: "Zq7hunter2XkW9", in: "api_key: Zq7hunter2XkW9"),
        Case(hiding: "Zq7hunter2XkW9", in: "X-API-Key: Zq7hunter2XkW9"),
        Case(
            hiding: "Zq7hunter2XkW9", in: "AWS_ACCESS_KEY_ID=AKIAIOSFODNN7EXAMPLE\nAWS_SECRET_ACCESS_KEY=Zq7hunter2XkW9"
        ),
        Case(hiding: "Zq7hunter2XkW9", in: "export AWS_SESSION_TOKEN=Zq7hunter2XkW9"),
        Case(hiding: "Zq7hunter2XkW9", in: "Authorization: Bearer Zq7hunter2XkW9"),
        Case(hiding: "Zq7hunter2XkW9==", in: "GET / HTTP/1.1\r\nauthorization: basic Zq7hunter2XkW9==\r\nAccept: */*"),
        Case(hiding: "Zq7hunter2XkW9", in: "passphrase=Zq7hunter2XkW9"),
        Case(hiding: "correct horse battery staple", in: "Passphrase: correct horse battery staple"),
        Case(hiding: "Zq7hunter2XkW9", in: "Network: Guest\nPassword: Zq7hunter2XkW9\nUntil: Friday"),
        Case(hiding: "Zq7hunter2XkW9", in: "db:\n  - password : Zq7hunter2XkW9"),
        Case(hiding: "Zq7hunter2XkW9", in: "DB_PASSWORD=Zq7hunter2XkW9"),
        Case(hiding: "Zq7hunter2XkW9", in: "client-secret: Zq7hunter2XkW9"),
        Case(hiding: "Zq7hunter2XkW9", in: "mysql --user=u --password=Zq7hunter2XkW9"),
        Case(hiding: "Zq7hunter2XkW9", in: #"{"secret_key":"Zq7hunter2XkW9","public_key":"a"}"#),
        Case(hiding: "ghp_Zq7hunter2XkW9Zq7hunter2XkW9Zq7hunte", in: "token ghp_Zq7hunter2XkW9Zq7hunter2XkW9Zq7hunte"),
        Case(hiding: "glpat-Zq7hunter2XkW9Zq7h", in: "glpat-Zq7hunter2XkW9Zq7h"),
        Case(hiding: "sk_live_Zq7hunter2XkW9Zq7h", in: "sk_live_Zq7hunter2XkW9Zq7h"),
        Case(hiding: "xoxb-123456789012-Zq7hunter2XkW9", in: "slack xoxb-123456789012-Zq7hunter2XkW9"),
        Case(
            hiding: "AAAAIQCZq7hunter2XkW9\nAAAAIQCZq7hunter2XkW8\n",
            in:
                "PuTTY-User-Key-File-3: ssh-ed25519\nEncryption: none\nComment: a\nPublic-Lines: 1\nAAAAC3Nz\nPrivate-Lines: 2\n"
                + "AAAAIQCZq7hunter2XkW9\nAAAAIQCZq7hunter2XkW8\nPrivate-MAC: 8f2c"),
        // Networks in letters of full width.
        Case("ＷＩＦＩ：Ｓ：ｘ；Ｐ：topsecret77；；", "topsecret77", "ＷＩＦＩ：•••"),
        Case("ＷＩＦＩ：Ｓ：ｘ；Ｔ：ＷＰＡ；Ｐ：ｔｏｐｓｅｃｒｅｔ７７；；", "ｔｏｐｓｅｃｒｅｔ７７", "ＷＩＦＩ：•••"),
        Case(hiding: "hunter2", in: #"{"ssid":"Guest","password":"hunter2"}"#),
        Case(hiding: "a\\\"b c", in: #"{"android.app.extra.PROVISIONING_WIFI_PASSWORD": "a\"b c", "x":1}"#),
        Case(hiding: "Zq7hunter2XkW9", in: #"{"x":"{\"password\":\"Zq7hunter2XkW9\"}"}"#),
        Case(hiding: "Zq7hunter2XkW9", in: #"{"passw\u006frd":"Zq7hunter2XkW9"}"#),
        Case(
            hiding: #"\nMIIE\n"#,
            in: #"{"private_key_id":"1","key":"-----BEGIN PRIVATE KEY-----\nMIIE\n-----END PRIVATE KEY-----"}"#),
    ]

    @Test("the password of a link is hidden, and the rest is not", arguments: links)
    func findsPasswords(_ code: Case) {
        let reading = ContentParser.reading(of: Symbol(.qr, code.text))
        #expect(reading.holdsSecret && reading.redactedText == code.shown)
        expectHidden(code, reading)
    }

    @Test("a key is hidden", arguments: keys + setUps + seeds)
    func findsKeys(_ code: Case) {
        let reading = ContentParser.reading(of: Symbol(.qr, code.text))
        #expect(reading.holdsSecret && reading.spreadsSecret && reading.redactedText == code.shown)
        expectHidden(code, reading)
    }

    @Test(
        "a secret that a code says twice is hidden twice",
        arguments: [
            "https://user:Zq7hunter2XkW9@host.example/#Zq7hunter2XkW9",
            "https://x.example/?access_token=Zq7hunter2XkW9&copy=Zq7hunter2XkW9",
            #"{"private_key":"Zq7hunter2XkW9","note":"Zq7hunter2XkW9"}"#,
            "WIFI:T:WPA;S:net-Zq7hunter2XkW9;P:Zq7hunter2XkW9;;",
        ])
    func hidesRepetitions(_ text: String) {
        let reading = ContentParser.reading(of: Symbol(.qr, text))
        #expect(reading.shownText == text.replacing("Zq7hunter2XkW9", with: "•••"))
        #expect(!"\(reading)".contains("Zq7hunter2XkW9"))
    }

    private func expectHidden(_ code: Case, _ reading: Reading) {
        #expect(reading.shownText == code.shown)
        #expect(reading.secretMask.masked("<\(code.secret)>").contains("•••"))
        var dumped = ""
        dump(reading, to: &dumped)
        dump(reading.content, to: &dumped)
        for text in ["\(reading)", "\(reading.content)", String(reflecting: reading), dumped] {
            #expect(!text.contains(code.secret), "\(text)")
        }
    }

    @Test(
        "a text that holds none stays as it is",
        arguments: [
            "https://example.com/a:b@c", "https://example.com:8080/x@y", "https://[::1]:80/a@b",
            "https://a@example.com/",
            "mailto:bob@example.org", "sip:bob@example.org", "Ratio 1:2 @ home", "a://b",
            "https://x.example/?token=abc",
            "https://x.example/?q=password", "Password: ask at the bar", "The password: ask at the desk",
            "https://x.example/?forgot_password=1&reset-password=2", "Api keys: see the manual",
            "Authorization: required",
            "Authorization: ask the bearer", "passwords: many", "my passphrase is: hello", "ghp_short",
            "task_live_1234567890123456",
            "Private-Lines: 2", "public_key: abc", "key: value", "https://x.example/reset_password?user[name]=a",
            "-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----",
            "-----BEGIN PUBLIC KEY-----\nMIIB\n", "1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa",
            "5HueCGU8rMjxEXxiPuD5BDku4MkFqeZyd4dZ1jvhTVqvbTLvyTK", String(repeating: "K", count: 52),
            "xpub661MyMwAqRbcFtXgS5sYJABqqG9YLmC4Q1Rdap9gSE8NqtwybGhePY2gZ29ESFjqJoCu1Rupje8YtGqsefD265TMg7usUDFdp6W1EGMcet8",
            "npub180cvv07tjdrrgpa0j7j7tmnyl2yr6yn7l8j4s3evf6u64th6gkwsyjh6w6", "class:1 pass://", "LPA:2$a$b",
            "LPA:1$a", "Hotel mit WiFi: kostenlos, Frühstück: 12 EUR", "Free WiFi: ask at the bar",
            "NetWiFi: it rocks", "otpauth: is a scheme", "time 12://34:56@7", "Re: offer//price:5@piece",
            "https://x.example/a%20b", "https://x.example/wiki/Talk:x",
            "https://user:•••@host.example/",
            "Secret: come in", "practice is the secret = work", "2 token = 1 ride", "pass = 1", #"{"token":12}"#,
            #"{"secrets":"a","passed":"b"}"#, "MT: Everest", "mt:the-highest-mountain", "X-HM", "x-hm: none",
            "https://discord.com/ra/", "https://discord.com/rat/abc", "https://x.example/q/12345",
            "https://s.team/p/abc", "https://x.example/ra/Wo6a2GGz", "https://x.example/x/weixin.qq.com",
            "ur:crypto-psbt/hdcxlkahssqzwfvslofzoxwkrewngotktbmwjkwdcmnefsaaehrlolkskncnktlbaypk",
            "SCZANGBA5YHTNYVVV4C3U252E2B6P6F5T3U6MM63WBSBZATAQI3EBTQ5", "snoPBrXtMeMyMHUVTgbuqAfg1SUTc",
            "073318950739065415961602009907670428187212261117", String(repeating: "0733", count: 11) + "2048",
            "sha256 e9873d79c6d87dc0fb6a5778633389f4453213303da61f20bd67fc233aa33262",
            "ＷＩＦＩ あります", "営業時間：９時", "https://x.example/?q=wifi:free&u=otpauth:x",
        ])
    func leavesOthers(_ text: String) {
        let reading = ContentParser.reading(of: Symbol(.qr, text))
        #expect(!reading.holdsSecret && reading.redactedText == nil && reading.secretMask.isEmpty)
    }

    @Test(
        "codes that have a secret by their kind tell it to a mask",
        arguments: [
            ("WIFI:T:WPA;S:Guest;P:for\\;guests;;", "for;guests"), ("wifi:s:x;p:hunter2", "hunter2"),
            ("WIFI:T:WPA;S:net;P=\"hunter2x\";;", "hunter2x"), ("WIFI:T:WPA;S:net;PASSWORD:hunter2x;;", "hunter2x"),
            ("WIFI:S:x;PASS:topsecret77;;", "topsecret77"), ("WIFI:S:x;topsecret77;;", "topsecret77"),
            ("WIFI:S:x,T:WPA,P:topsecret77", "topsecret77"), ("WIFI:S:x\nP:topsecret77", "topsecret77"),
            ("WIFI:T:WPA;P:open sesame;;", "open sesame"), ("WIFI;T:WPA;S:x;P:open sesame;;", "open sesame"),
            ("otpauth://totp/ACME:bob?secret=JBSWY3DPEHPK3PXP&issuer=ACME", "JBSWY3DPEHPK3PXP"),
            ("otpauth://totp/Steam:x?secret=JBSWY3DPEHPK3PXP&digits=5", "JBSWY3DPEHPK3PXP"),
            ("otpauth-migration://offline?data=CjEKCkhlbGxv", "CjEKCkhlbGxv"),
        ])
    func masksKinds(_ text: String, _ secret: String) {
        let mask = ContentParser.reading(of: Symbol(.qr, text)).secretMask
        #expect(mask.masked("<\(secret)>") == "<•••>")
        #expect(mask.masked("the password of Guest is wrong, offline") == "the password of Guest is wrong, offline")
    }
}
