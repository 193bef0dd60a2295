import BeelineSupport
import Foundation
import TestPrograms
import Testing

@Suite struct ByteLocksTests {
    @Test func `a lock of one object excludes all others, until it is gone`() throws {
        let path = try TemporaryFolder().path("new/locks")
        var first: ByteLocks? = try ByteLocks(path: path)
        let second = try ByteLocks(path: path)
        #expect(try first?.lock(byte: 7) == true)
        #expect(try first?.lock(byte: 7) == true, "it has it already")
        #expect(try !second.lock(byte: 7))
        #expect(try second.lock(byte: 8), "another byte")
        #expect(try second.lock(byte: Int64.max >> 1), "far behind the end of the file")
        first = nil
        #expect(try second.lock(byte: 7))
        #expect(try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int == 0o600)
        #expect(try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int == 0)
    }

    @Test func `the locks of a killed program are released`() async throws {
        let folder = try TemporaryFolder()
        let locks = try ByteLocks(path: folder.path("locks"))
        // F_OFD_SETLK is 37; a byte that this process has cannot be had, and one that a killed program had can.
        let program = """
            import fcntl, os, signal, struct, sys
            file = os.open(sys.argv[1], os.O_RDWR)
            def lock(byte): fcntl.fcntl(file, 37, struct.pack("hhqqi4x", fcntl.F_WRLCK, 0, byte, 1, 0))
            lock(9)
            try: lock(7)
            except BlockingIOError: print("busy", flush=True)
            os.kill(os.getpid(), signal.SIGKILL)
            """
        #expect(try locks.lock(byte: 7))
        let result = try await run("python3", ["-c", program, folder.path("locks")])
        #expect(result.lines == ["busy"])
        #expect(result.status == -9)
        #expect(try locks.lock(byte: 9))
    }

    @Test func `a file that was removed or replaced is reported`() throws {
        let folder = try TemporaryFolder()
        let path = folder.path("locks")
        let locks = try ByteLocks(path: path)
        #expect(!locks.hasMoved)
        try FileManager.default.removeItem(atPath: path)
        #expect(locks.hasMoved)
        let other = try ByteLocks(path: path)
        #expect(locks.hasMoved && !other.hasMoved)
    }

    @Test func `a folder and a FIFO are refused`() throws {
        let folder = try TemporaryFolder()
        #expect(throws: FileError.self) { try ByteLocks(path: folder.path) }
        #expect(mkfifo(folder.path("fifo"), 0o600) == 0)
        #expect(throws: FileError.self) { try ByteLocks(path: folder.path("fifo")) }
    }
}
