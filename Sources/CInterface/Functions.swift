package import CBeeline

// The six functions of beeline.h. The compiler compares them with the header; `CBoundary` checks, copies and frees what
// passes. They are of the package, as what is internal to a module is left out when nothing in it calls it.

@c @implementation
package func beeline_new(
    _ files: UnsafePointer<UnsafePointer<CChar>?>?, _ count: Int, _ options: UInt32,
    _ error: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
) -> OpaquePointer? {
    error?.pointee = nil
    do {
        let paths = try CBoundary.texts(files, count)
        return CBoundary.pointer(retaining: try Engine(files: paths, options: Engine.Options(checking: options)))
    } catch let problem {
        error?.pointee = CBoundary.copied("\(problem)".utf8)
        return nil
    }
}

@c @implementation
package func beeline_resolve(
    _ engine: OpaquePointer?, _ code: UnsafeRawPointer?, _ length: Int, _ symbology: UnsafePointer<CChar>?,
    _ aim: UnsafePointer<CChar>?, _ addOn: UnsafePointer<CChar>?
) -> UnsafeMutablePointer<CChar>? {
    guard let engine = CBoundary.engine(at: engine), let bytes = CBoundary.bytes(code, length) else { return nil }
    let names = Engine.Names(
        symbology: CBoundary.text(symbology), aim: CBoundary.text(aim), addOn: CBoundary.text(addOn))
    return CBoundary.copied(engine.document(of: bytes, names))
}

@c @implementation
package func beeline_set_charset(_ engine: OpaquePointer?, _ charset: UnsafePointer<CChar>?) -> Bool {
    CBoundary.engine(at: engine)?.setCharset(CBoundary.text(charset)) ?? false
}

@c @implementation
package func beeline_watch(_ engine: OpaquePointer?, _ changed: beeline_changed?, _ context: UnsafeMutableRawPointer?)
    -> Bool
{
    guard let engine = CBoundary.engine(at: engine) else { return false }
    return engine.watch(CBoundary.report(changed, context))
}

@c @implementation
package func beeline_free_text(_ text: UnsafeMutablePointer<CChar>?) { CBoundary.free(text) }

@c @implementation
package func beeline_free(_ engine: OpaquePointer?) { CBoundary.takeEngine(at: engine)?.end() }
