import Testing

@testable import BeelineContent

@Suite("SHA-256")
struct SHA256Tests {
    /// As Python's hashlib gives them.
    static let digests: [(bytes: [UInt8], hex: String)] = [
        ([], "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
        (Array("abc".utf8), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
        (Array(repeating: 55, count: 55), "f9e3ac6e56363ff68f01e0642921f38b53a23ee735f35bbfc6fed6c25d10f9ec"),
        (Array(repeating: 56, count: 56), "16d5189ddf169a234580076802cc1130ab264fb05288c507711eed0ea3813609"),
        (Array(repeating: 63, count: 63), "7a0886d9e7c1910452c62a1045761c2e9c20bb9dc23f0eef8940b070438f87b5"),
        (Array(repeating: 64, count: 64), "0baca70e52ced8beea55d8aec7889e8ddd5ee512bb8e331c2f60e99170a3809b"),
        (Array(repeating: 65, count: 65), "836203944f4c0280461ad73d31457c22ba19d1d99e232dc231000085899e00a2"),
        (Array(repeating: 119, count: 119), "5cb9d9eeda0eeba3057bb19aa8593c99781938f5acbb23c33f90bdf475b6ac11"),
        (Array(repeating: 120, count: 120), "13f05a0b594787f5ecd315edc96141bd3243203d1b7d4f0836f37308b276ba98"),
        (Array(repeating: 232, count: 1000), "2ea09528f3fb346b2a355872f0c60b5e6151a1a3a9f301630ebfd496c96b6835"),
        (Array(repeating: 160, count: 100000), "ce5d7c68efe38d91b32ed656b8c8ddb92003d33d53e3709da8f2d403489e597c"),
    ]

    @Test(arguments: digests)
    func agrees(_ bytes: [UInt8], _ hex: String) {
        let digest = SHA256.hash(bytes).map { String($0 / 16, radix: 16) + String($0 % 16, radix: 16) }
        #expect(digest.joined() == hex)
    }
}
