package import BeelineSymbols

/// Splits the bytes of a scanner into codes.
///
///     var lines = ScannerLines(silence: false)
///     lines.take(Array("]E09780306406157\r\n".utf8))   // an EAN-13
///
/// A code ends with CR, LF, CRLF, a tab or ETX, as the scanner is set. Between STX and ETX all of these belong to the
/// code, so that a contact of several lines is one code. GS (FNC1) is always a part of the code. A blank line is not a
/// code.
package struct ScannerLines {
    /// A code, or what was left out.
    package typealias Found = Result<Symbol, SourceProblem>

    /// The silence that ends a code without another end; nil: none does.
    private let pause: Duration?
    /// Whether a tab always ends a code.
    private let tabEnds: Bool
    private var code: [UInt8] = []
    private var isFramed = false
    /// Whether the rest of a code that is too long is being skipped.
    private var isSkipping = false
    /// Whether the scanner has sent an end of a code.
    private var sendsEnds = false

    /// - Parameter silence: whether silence ends a code, as on a serial line: a pause of 50 ms, in which 9600 bits a
    ///   second are 48 characters. Then a tab ends one only before silence, because there may be tabs in a text. On a
    ///   network, pauses mean nothing, and each tab outside of a frame ends a code.
    package init(silence: Bool) { self.init(pause: silence ? .milliseconds(50) : nil, tabEnds: !silence) }

    /// - Parameter pause: the silence that ends a code.
    init(pause: Duration?, tabEnds: Bool) {
        self.pause = pause
        self.tabEnds = tabEnds
    }

    /// How long to wait for the next byte before `takeSilence` is to be called; nil while no code has begun. Longer
    /// once the scanner has sent an end, as it will do so again: a radio link may pause within a code.
    package var silence: Duration? {
        guard let pause, !code.isEmpty || isFramed || isSkipping else { return nil }
        return sendsEnds ? max(pause, .milliseconds(500)) : pause
    }

    /// Takes bytes, and returns the codes that are complete with them.
    package mutating func take(_ bytes: some Sequence<UInt8>) -> [Found] {
        var found: [Found] = []
        for byte in bytes { take(byte, &found) }
        return found
    }

    /// Ends the code after a silence.
    package mutating func takeSilence() -> [Found] {
        var found: [Found] = []
        if !tabEnds, !isFramed, code.last == Control.tab {
            // The scanner ends its codes with tabs. More than one came at once.
            for part in code.split(separator: Control.tab) { found += Self.code(part).map { [.success($0)] } ?? [] }
            code = []
        }
        endWithoutETX(&found)
        if !found.isEmpty { sendsEnds = false }
        return found
    }

    /// Ends the code when the scanner has closed the connection.
    package mutating func takeEnd() -> [Found] { takeSilence() }

    /// Skips the code that has begun, as some of it was lost.
    mutating func skipCode() { (code, isFramed, isSkipping) = ([], false, true) }

    private mutating func reset() { (code, isFramed, isSkipping) = ([], false, false) }

    private mutating func take(_ byte: UInt8, _ found: inout [Found]) {
        switch byte {
        case Control.stx:
            endWithoutETX(&found)
            (isFramed, sendsEnds) = (true, true)
        case Control.etx:
            sendsEnds = true
            end(&found)
        case Control.cr where !isFramed, Control.lf where !isFramed, Control.tab where !isFramed && tabEnds:
            sendsEnds = true
            end(&found)
        default:
            guard !isSkipping else { return }
            guard code.count < Symbol.mostBytes else {
                found.append(.failure(.tooLong(code)))
                (code, isSkipping) = ([], true)
                return
            }
            code.append(byte)
        }
    }

    /// A frame that does not end as others do, with a line, has lost some of its bytes.
    private mutating func endWithoutETX(_ found: inout [Found]) {
        if isFramed, let last = code.last, last != Control.cr, last != Control.lf {
            found.append(.failure(.incomplete(code)))
            reset()
        }
        end(&found)
    }

    private mutating func end(_ found: inout [Found]) {
        if let symbol = Self.code(code[...]) { append(symbol, &found) }
        reset()
    }

    /// Adds a code. Some scanners send an add-on as a code of its own, after that of the number. One that comes later
    /// is for `Sightings`, as the number has been passed on.
    private mutating func append(_ symbol: Symbol, _ found: inout [Found]) {
        guard case .success(var whole)? = found.last, [.ean13, .upcA].contains(whole.symbology), whole.addOn == nil,
            symbol.symbology.isAddOn, let addOn = symbol.text, Symbol.isAddOn(addOn)
        else { return found.append(.success(symbol)) }
        whole.addOn = addOn
        found[found.count - 1] = .success(whole)
    }

    /// The symbol for the bytes of one code, perhaps with control characters around it; nil for an empty code.
    ///
    /// - Parameters:
    ///   - aim: the identifier that the scanner sent beside the data. Nil: the data may begin with one.
    ///   - symbology: the exact symbology within the family of `aim`; nil: not known.
    static func code(
        _ bytes: ArraySlice<UInt8>, aim: AIMIdentifier? = nil, symbology: Symbology? = nil
    ) -> Symbol? {
        var bytes = bytes
        if bytes.first == Control.stx { bytes.removeFirst() }
        while let last = bytes.last, last == Control.cr || last == Control.lf || last == Control.etx {
            bytes.removeLast()
        }
        let symbol: Symbol
        if aim == nil, let identified = Symbol(.unknown, "").identified(in: bytes, guess: { CharacterSets.guess($0) }) {
            symbol = identified
        } else {
            let symbology = symbology ?? aim.flatMap { Symbology(aim: $0) } ?? .unknown
            symbol = Symbol(symbology, bytes: bytes, aim: aim) { CharacterSets.guess($0) }
        }
        return symbol.isBlank ? nil : symbol
    }

    /// The control characters by which scanners mark codes.
    enum Control {
        static let stx: UInt8 = 0x02
        static let etx: UInt8 = 0x03
        static let tab: UInt8 = 0x09
        static let lf: UInt8 = 0x0A
        static let cr: UInt8 = 0x0D
    }
}

extension Symbol {
    fileprivate var isBlank: Bool { text?.utf8.allSatisfy(\.isASCIIBlank) ?? false }
}

extension SourceProblem {
    /// A code that is longer than any symbology allows.
    static func tooLong(_ code: [UInt8]) -> SourceProblem {
        SourceProblem(
            code: "code-too-long",
            message: "a code of more than \(Symbol.mostBytes) bytes was skipped; "
                + "set the scanner to send CR after each code",
            input: beginning(code))
    }

    /// A code whose end did not come.
    static func incomplete(_ code: [UInt8]) -> SourceProblem {
        SourceProblem(
            code: "code-incomplete", message: "the end of a code is missing, so the code was skipped; scan it again",
            input: beginning(code))
    }

    private static func beginning(_ code: [UInt8]) -> String? {
        code.isEmpty ? nil : String(decoding: code.prefix(500), as: UTF8.self).shortened(to: 100)
    }
}

extension SourceOutput {
    /// Passes on codes and problems, in their order.
    package func take(_ found: [ScannerLines.Found]) {
        for item in found where !isStopped {
            switch item {
            case .success(let symbol): send(symbol)
            case .failure(let problem): report(problem)
            }
        }
    }
}
