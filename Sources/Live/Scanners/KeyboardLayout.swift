internal import CXKB

/// The keyboard layout that a scanner is set to, and which of its modifiers are down.
///
/// - Note: the scanner's layout matters, not that of the computer.
package struct KeyboardLayout: ~Copyable {
    private let keyboard: OpaquePointer

    /// A layout that scanners can be set to.
    package enum Name: String, CaseIterable, Hashable, Sendable {
        case us
        case gb
        case de
        case fr
        case jp

        /// Nil for an unknown name; `uk` is `gb`.
        package init?(_ text: String) {
            let text = text.lowercased()
            self.init(rawValue: text == "uk" ? "gb" : text)
        }

        /// The XKB model of the keyboard.
        fileprivate var model: String { self == .jp ? "jp106" : "pc105" }
    }

    /// - Throws: `SourceError.unusable` where libxkbcommon or its tables are not installed.
    package init(_ name: Name) throws(SourceError) {
        if let problem = beeline_xkb_load() {
            throw .unusable("keyboards need libxkbcommon (\(String(cString: problem))): install libxkbcommon0")
        }
        guard let keyboard = beeline_keyboard_new(name.model, name.rawValue) else {
            throw .unusable("the keyboard layout \(name.rawValue) is not installed: install xkb-data")
        }
        self.keyboard = keyboard
    }

    deinit { beeline_keyboard_free(keyboard) }

    /// What a key types when it goes down.
    struct Typed {
        /// In UTF-8; empty where it types nothing by itself.
        var text: [UInt8]
        /// By its number in X11; 0: none.
        var symbol: UInt32
    }

    /// - Parameter code: as evdev has it.
    mutating func keyDown(_ code: UInt16) -> Typed {
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: 64) { room in
            guard let start = room.baseAddress else { return Typed(text: [], symbol: 0) }
            let symbol = beeline_keyboard_key(keyboard, UInt32(code), true, start, room.count)
            return Typed(text: room.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, symbol: symbol)
        }
    }

    mutating func keyUp(_ code: UInt16) {
        var nothing: CChar = 0
        _ = beeline_keyboard_key(keyboard, UInt32(code), false, &nothing, 1)
    }

    /// Releases all keys; Num Lock is on.
    mutating func reset() { beeline_keyboard_reset(keyboard) }
}
