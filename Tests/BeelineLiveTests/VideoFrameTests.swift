import BeelineLive
import Testing

@Suite struct VideoFrameTests {
    @Test func `a frame contains the pixels that were written, up to a limit`() throws {
        let frame = try #require(
            VideoFrame(width: 3, height: 2) {
                $0.copyBytes(from: [1, 2, 3, 4, 5, 6]); return true
            })
        #expect(frame.withPixels { Array($0) } == [1, 2, 3, 4, 5, 6])
        for (width, height) in [(0, 1), (1, 0), (-1, 5), (1 << 20, 1 << 20)] {
            #expect(VideoFrame(width: width, height: height) { _ in true } == nil)
        }
        #expect(VideoFrame(width: 3, height: 2) { _ in false } == nil)
    }
}
