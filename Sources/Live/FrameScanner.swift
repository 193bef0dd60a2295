internal import BeelineSupport
internal import BeelineSymbols
internal import Synchronization

/// A source of pictures that may have a light, or that may zoom.
package protocol AdjustableCamera: CodeSource {
    /// Switches the light on or off. Returns why it cannot be switched; nil when it was.
    @discardableResult
    func setTorch(_ isOn: Bool) -> String?

    /// The part of the zoom that the device cannot do itself: 1 for none. The picture is cropped by it.
    var remainingZoom: Double { get }
}

/// Decodes the pictures of one source: always the newest one, one after the other.
final class FrameScanner: Sendable {
    /// A result of decoding.
    enum Finding: Sendable {
        case read([Symbol], at: ContinuousClock.Instant)
        case dark
        case bright
        /// The decoder has failed many times in a row, for this reason.
        case failing(DecodeError)
        /// No picture can be decoded, for this reason; no more are.
        case impossible(DecodeError)
    }

    private struct State {
        var newest: VideoFrame?
        var reader: CheckedContinuation<VideoFrame?, Never>?
        var isClosed = false
    }

    private let state = Mutex(State())
    private let decoder: any BarcodeDecoder
    private let settings: SourceSettings
    private let camera: (any AdjustableCamera)?
    private let report: @Sendable (Finding) -> Void

    /// The least time between the starts of two pictures while nothing is in view, and so the longest wait of a code.
    private static let rest = Duration.milliseconds(60)
    /// For how long it decodes each picture after one with a code.
    private static let attention = Duration.seconds(1)
    /// How many failures in a row are reported, once.
    private static let mostFailures = 10

    init(
        _ decoder: any BarcodeDecoder, _ settings: SourceSettings, camera: (any AdjustableCamera)?,
        report: @escaping @Sendable (Finding) -> Void
    ) {
        (self.decoder, self.settings, self.camera, self.report) = (decoder, settings, camera, report)
    }

    /// Replaces the picture to decode next.
    func put(_ frame: VideoFrame) {
        let reader = state.withLock { state -> CheckedContinuation<VideoFrame?, Never>? in
            defer { state.reader = nil }
            if state.reader == nil { state.newest = state.isClosed ? nil : frame }
            return state.reader
        }
        reader?.resume(returning: frame)
    }

    /// Ends `run`, once the newest picture is decoded.
    func close() {
        let reader = state.withLock { state -> CheckedContinuation<VideoFrame?, Never>? in
            state.isClosed = true
            defer { state.reader = nil }
            return state.reader
        }
        reader?.resume(returning: nil)
    }

    private func next() async -> VideoFrame? {
        await withCheckedContinuation { continuation in
            let answer = state.withLock { state -> VideoFrame?? in
                guard let frame = state.newest else {
                    if state.isClosed { return .some(nil) }
                    state.reader = continuation
                    return nil
                }
                state.newest = nil
                return .some(frame)
            }
            if let answer { continuation.resume(returning: answer) }
        }
    }

    /// Decodes pictures until `close`, or until the task is cancelled.
    func run() async {
        var light = LightMeter()
        var failures = 0
        var count = FrameCount()
        var lastCode: ContinuousClock.Instant?
        while let frame = await next(), !Task.isCancelled {
            let begin = ContinuousClock.now
            if let change = light.measure(frame) {
                report(change ? .dark : .bright)
                if settings.camera.torch == .auto { camera?.setTorch(change) }
            }
            do throws(DecodeError) {
                let options = options(for: frame, number: count.number)
                let decoding = try await decoder.decode(.descriptor(frame.descriptor.number), options: options)
                failures = 0
                count.looked(hasFound: !decoding.symbols.isEmpty)
                if !decoding.symbols.isEmpty { lastCode = .now }
                report(.read(decoding.symbols, at: frame.time))
            } catch {
                if case .nothingReads = error { return report(.impossible(error)) }
                failures += 1
                count.failed()
                if failures == Self.mostFailures { report(.failing(error)) }
            }
            let isAttentive = lastCode.map { .now - $0 < Self.attention } ?? false
            if !isAttentive || failures > 0 { try? await Task.sleep(until: begin + Self.rest) }
        }
    }

    private func options(for frame: VideoFrame, number: Int) -> DecodeOptions {
        var options = settings.decoding
        options.effort = settings.effort ?? .fast
        // With more effort each picture is decoded as if it were the only one.
        if options.effort == .fast { options.frame = number }
        options.region = options.region(zoom: camera?.remainingZoom ?? settings.camera.zoom ?? 1, of: frame)
        return options
    }
}

/// Counts the pictures of a video for `DecodeOptions.frame`: the passes over a picture depend on its number.
package struct FrameCount: Sendable {
    package private(set) var number = 0
    private var isSecondLook = false

    package init() {}

    /// Counts a decoded picture. Passes that found a code are repeated on the next one, so that readings agree soon.
    package mutating func looked(hasFound: Bool) {
        isSecondLook = hasFound && !isSecondLook
        if !isSecondLook { number += 1 }
    }

    /// Counts a picture at which the decoder failed.
    package mutating func failed() { number += 1 }
}

extension DecodeOptions {
    /// The region of a picture that corresponds to this one after zooming into the middle.
    fileprivate func region(zoom: Double, of frame: VideoFrame) -> ImageRegion? {
        guard zoom > 1 else { return region }
        let part = 1 / zoom
        let margin = (1 - part) / 2
        guard let region else { return .fraction(x: margin, y: margin, width: part, height: part) }
        return ImageRegion(
            x: region.x.enlarged(by: zoom, from: margin, of: frame.width),
            y: region.y.enlarged(by: zoom, from: margin, of: frame.height),
            width: region.width.enlarged(by: zoom, from: 0, of: frame.width),
            height: region.height.enlarged(by: zoom, from: 0, of: frame.height))
    }
}

extension ImageRegion.Length {
    /// A length of an enlarged picture, as one of the whole picture. A pixel stays a pixel of what is seen.
    fileprivate func enlarged(by zoom: Double, from margin: Double, of side: Int) -> ImageRegion.Length {
        switch self {
        case .pixels(let pixels): .fraction(min(1, margin + Double(pixels) / Double(side) / zoom))
        case .fraction(let part): .fraction(min(1, margin + part / zoom))
        }
    }
}

/// Reports when pictures become too dark to read codes in, and when they are bright enough again.
package struct LightMeter: Sendable {
    /// The mean brightness of a picture, of 255. Below the first, sensors show more noise than bars. The second is so
    /// far above it that a flickering lamp does not switch between them.
    private static let dark = 45.0
    private static let bright = 60.0
    /// For how long it must be dark or bright: a hand that passes by does not count.
    private static let patience = Duration.seconds(1)
    /// How many pixels are sampled.
    private static let samples = 4096

    private var isDark = false
    private var since: ContinuousClock.Instant?

    package init() {}

    /// True when it has become too dark, false when it is bright enough again, nil where nothing has changed.
    mutating func measure(_ frame: VideoFrame) -> Bool? {
        guard let mean = frame.withPixels(Self.mean) else { return nil }
        return measure(mean: mean, at: frame.time)
    }

    package mutating func measure(mean: Double, at time: ContinuousClock.Instant) -> Bool? {
        guard isDark ? mean > Self.bright : mean < Self.dark else {
            since = nil
            return nil
        }
        let start = since ?? time
        since = start
        guard time - start >= Self.patience else { return nil }
        isDark.toggle()
        since = nil
        return isDark
    }

    private static func mean(_ pixels: UnsafeRawBufferPointer) -> Double {
        // An odd step, so that the places are not all in a few columns.
        let step = max(1, pixels.count / samples) | 1
        var sum = 0
        var count = 0
        for place in stride(from: 0, to: pixels.count, by: step) {
            sum += Int(pixels[place])
            count += 1
        }
        return count == 0 ? 0 : Double(sum) / Double(count)
    }
}
