package import BeelineSupport
internal import Glibc

extension CheckedLinks {
    /// The path of the user's links: `links.sqlite` in Beeline's data folder; nil if there is no such folder.
    package static func standardPath() -> String? { userDataPath("links.sqlite") }

    package static func file(
        _ path: String, _ format: LinkFileFormat, progress: (Int) -> Void = { _ in }
    ) throws(LinkTableError) -> CheckedLinks {
        let bytes: [UInt8]
        do throws(FileError) { bytes = try readFile(path, limit: longestFile) } catch { throw .file(error) }
        do throws(LinkMistakes) {
            return try CheckedLinks(bytes, format, source: path, progress: progress)
        } catch {
            throw .list(error)
        }
    }

    /// Writes the links to a table, which replaces an existing one, and reports the number of links at intervals.
    /// Programs that use the old one find the new one with their next look-up. The old one stays until the new one is
    /// complete and on the disk; it is unchanged when that fails.
    package func save(to path: String, progress: (Int) -> Void = { _ in }) throws(SQLiteError) {
        let unfinished = unfinishedPath(for: path)
        do throws(SQLiteError) {
            try LinkDatabase.write(self, to: unfinished, progress: progress)
            try Self.putIntoPlace(unfinished, path)
        } catch {
            removeFile(unfinished)
            throw error
        }
    }

    private static func putIntoPlace(_ unfinished: String, _ path: String) throws(SQLiteError) {
        do throws(FileError) {
            try moveIntoPlace(unfinished, path)
        } catch {
            throw SQLiteError(path: path, subject: LinkDatabase.subject, problem: .file(error))
        }
    }

    /// Writes the links to a file that only this user can read. The caller removes it.
    func writeTemporary() throws(LinkTableError) -> String {
        let path: String
        do throws(FileError) { path = try makePrivateTemporaryFile(suffix: ".sqlite", []) } catch { throw .file(error) }
        do throws(SQLiteError) {
            try LinkDatabase.write(self, to: path) { _ in }
            return path
        } catch {
            removeFile(path)
            throw .database(error)
        }
    }

    /// Calls `body` with the values of each link, in the columns of the table.
    func forEach(_ body: ([SQLiteValue]) throws(SQLiteError) -> Void) throws(SQLiteError) {
        var place: Int64 = 0
        var before = pool[0..<0]
        for row in rows {
            let path = pool[row.start..<row.start + Int(row.pathLength)]
            place = path == before ? place + 1 : 0
            before = path
            let cells = cells(row)
            try body([
                .text(cells[0]), .text(cells[1]), .integer(place), .text(cells[2]), .text(cells[3]), .text(cells[7]),
                Self.value(cells[4]), Self.value(cells[5]), Self.value(cells[6]), .integer(cells[8].isEmpty ? 0 : 1),
                Self.value(cells[9]),
            ])
        }
    }

    private static func value(_ cell: String) -> SQLiteValue { cell.isEmpty ? .null : .text(cell) }

    /// The ten texts of a link, in the order of the pool.
    private func cells(_ row: Row) -> [String] {
        var cells: [String] = []
        cells.reserveCapacity(10)
        var start = row.start
        for _ in 0..<10 {
            let end = pool[start...].firstIndex(of: 0) ?? pool.count
            cells.append(String(decoding: pool[start..<end], as: UTF8.self))
            start = min(end + 1, pool.count)
        }
        return cells
    }

    func link(_ row: Row) -> (link: Link, description: String?) {
        let cells = cells(row)
        let link = Link(
            type: LinkType(stored: cells[2]), href: cells[3], title: cells[7],
            mediaType: cells[4].isEmpty ? nil : cells[4], languages: cells[5].split(separator: " ").map(String.init),
            contexts: cells[6].split(separator: " ").map(String.init), isDefault: !cells[8].isEmpty)
        return (link, cells[9].isEmpty ? nil : cells[9])
    }

    func isDefault(_ row: Row) -> Bool {
        // The title has no zero in it, and the mark follows after its own.
        let title = row.start + Int(row.identityLength)
        let mark = (pool[title...].firstIndex(of: 0) ?? pool.count) + 1
        return mark < pool.count && pool[mark] != 0
    }
}
