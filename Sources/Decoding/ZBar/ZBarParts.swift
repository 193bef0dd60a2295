internal import BeelineSymbols
internal import CZBar

/// Takes apart what ZBar has joined.
///
/// ZBar makes one symbol of the QR codes of a structured append (ISO/IEC 18004, section 8) that are in one image. Joining is
/// done later, where what other decoders and passes have read is known too.
enum ZBarParts {
    /// A symbol, or the parts that it was joined from; none for a type that was not asked for.
    ///
    /// Where parts are missing, ZBar gives a symbol of a type of its own, which does not say where each of the others
    /// begins and ends: none, too.
    static func symbols(of handle: OpaquePointer) -> [Symbol] {
        let parts = parts(of: handle)
        guard parts.count > 1 else { return Symbol(zbar: handle).map { [$0] } ?? [] }
        guard zbar_symbol_get_type(handle) != ZBAR_PARTIAL else { return [] }
        return parts.enumerated().compactMap { index, part in
            guard var symbol = Symbol(zbar: part.handle, byteCount: part.byteCount),
                let place = StructuredAppend(index: index, count: parts.count)
            else { return nil }
            symbol.structuredAppend = place
            return symbol
        }
    }

    /// The symbols that one was joined from, in order.
    ///
    /// Their data lie behind each other in that of the whole. ZBar takes a byte that ends each off their lengths, and
    /// there is none; so each reaches to where the next one begins. None where that would be outside of the whole.
    private static func parts(of whole: OpaquePointer) -> [(handle: OpaquePointer, byteCount: Int)] {
        var handles: [OpaquePointer] = []
        var next = zbar_symbol_first_component(whole)
        while let part = next {
            handles.append(part)
            next = zbar_symbol_next(part)
        }
        guard handles.count > 1, let start = zbar_symbol_get_data(whole) else { return [] }
        let length = Int(zbar_symbol_get_data_length(whole))
        let begins = handles.compactMap { zbar_symbol_get_data($0).map { $0 - start } }
        let bounds = begins + [length]
        guard begins.count == handles.count, begins.allSatisfy({ (0...length).contains($0) }),
            zip(bounds, bounds.dropFirst()).allSatisfy({ $0 <= $1 })
        else { return [] }
        return handles.indices.map { (handles[$0], bounds[$0 + 1] - bounds[$0]) }
    }
}
