import Testing

@testable import BeelineServer

@Suite struct RequestHeadTests {
    @Test(arguments: ["content-type", "Content-Type", "CONTENT-TYPE"])
    func `a field of a header is found whatever the case of its name`(name: String) {
        let headers = HTTPHeaders([("Content-Type", "image/jpeg"), ("content-type", "image/png")])
        #expect(headers[name] == "image/jpeg")
        #expect(headers.all(name) == ["image/jpeg", "image/png"])
    }
}
