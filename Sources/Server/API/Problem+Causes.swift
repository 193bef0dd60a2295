internal import BeelineDrawing
internal import BeelineSupport
internal import BeelineSymbols

/// The problems of the layers below, as the server says them.
extension Problem {
    /// Why a picture was not read.
    init(_ error: DecodeError) {
        let status =
            switch error {
            case .tooLarge: 413
            case .cannotOpen, .unreadableImage, .decoderDied, .timedOut: 422
            case .unavailable, .cancelled: 503
            }
        self.init(status, error.code, error.description, retryAfter: status == 503 ? 5 : nil)
    }

    /// A database that cannot be read or written. The path is not for those who send requests.
    init(_ error: SQLiteError) {
        let name = error.subject.name
        switch error.problem {
        case .full: self.init(507, "disk-full", "there is no space left for \(name); free some at the desk")
        case .busy:
            self.init(503, "database-busy", "another program keeps \(name) locked; try again", retryAfter: 5)
        default:
            self.init(500, "database-failed", "\(name) cannot be read or written; the server's log says why")
        }
    }

    init(_ error: FileError) { self.init(500, "file", "\(error)") }

    init(_ error: DrawingError) {
        if error.reason == .library {
            self.init(503, "drawing-unavailable", error.description)
        } else {
            self.init(422, "cannot-draw", error.description)
        }
    }
}

/// Does what reads or writes a database.
func stored<Value>(_ work: () throws(SQLiteError) -> Value) throws(Problem) -> Value {
    do throws(SQLiteError) { return try work() } catch { throw Problem(error) }
}
