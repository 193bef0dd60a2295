internal import BeelineSupport

/// The schema of a table of links in SQLite, and how it is written. A table is written once and never changed; a newer
/// one is another file that replaces it.
enum LinkDatabase {
    /// The version of the schema, in `user_version`.
    private static let form = 1
    /// The `application_id` of a table of links.
    private static let application = 0x424C_4E4B

    static let subject = SQLiteSubject("the table of links", remedy: "import it again: beeline links import FILE")

    /// Writes checked links into a new file, unusable after an error, and reports their number at intervals.
    static func write(_ list: CheckedLinks, to path: String, progress: (Int) -> Void) throws(SQLiteError) {
        let connection = try SQLiteConnection(path: path, as: subject)
        // The file is nothing before it is whole, so that no journal need bring it back to what it was.
        try connection.execute("PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA cache_size = -32000")
        try connection.execute("PRAGMA application_id = \(application)")
        try connection.transaction { () throws(SQLiteError) in
            try connection.execute(schema)
            let row = try SQLiteStatement("INSERT INTO links VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", on: connection)
            var done = 0
            // In the order of the primary key each goes after the one before.
            try list.forEach { (values) throws(SQLiteError) in
                try row.run(values)
                done += 1
                if done.isMultiple(of: 5_000) { progress(done) }
            }
            let primary = try SQLiteStatement("INSERT INTO primaries VALUES (?)", on: connection)
            for ai in list.primaryAIs { try primary.run([.text(ai)]) }
            try SQLiteStatement("INSERT INTO info VALUES (?, ?)", on: connection)
                .run([SQLiteValue(list.keyCount), SQLiteValue(list.linkCount)])
        }
    }

    private static let schema = """
        -- How many keys and links there are.
        CREATE TABLE info (keys INTEGER NOT NULL, links INTEGER NOT NULL) STRICT;
        -- The Application Identifiers of primary keys that there are links for.
        CREATE TABLE primaries (ai TEXT PRIMARY KEY) STRICT, WITHOUT ROWID;
        -- The primary key as 01/09506000134352, qualifiers as /10/ABC, both percent-encoded; languages and contexts with
        -- blanks between them. The first link of a key has the description of the item.
        CREATE TABLE links (
            key TEXT NOT NULL, qualifiers TEXT NOT NULL, place INTEGER NOT NULL, type TEXT NOT NULL, href TEXT NOT NULL,
            title TEXT NOT NULL, media TEXT, languages TEXT, contexts TEXT, isDefault INTEGER NOT NULL, item TEXT,
            PRIMARY KEY (key, qualifiers, place)) STRICT, WITHOUT ROWID;
        PRAGMA user_version = \(form);
        """

    static func open(_ path: String, _ access: SQLiteConnection.Access) throws(SQLiteError) -> SQLiteConnection {
        let connection = try SQLiteConnection(path: path, as: subject, access: access)
        // No lock is taken and nothing is checked before a query: the file never changes, newer tables are others.
        try connection.holdSnapshot()
        guard try connection.number("PRAGMA application_id") == application else { throw connection.error(.corrupt) }
        try connection.requireForm(form)
        try connection.execute("PRAGMA cache_size = -8000")
        return connection
    }

    static let columns = "qualifiers, type, href, title, media, languages, contexts, isDefault, item"

    /// The link of a row of `columns`, whose type is in the column `start`.
    static func link(_ row: borrowing SQLiteStatement.Row, from start: Int) -> Link {
        Link(
            type: LinkType(stored: row.text(start) ?? ""), href: row.text(start + 1) ?? "",
            title: row.text(start + 2) ?? "", mediaType: row.text(start + 3), languages: words(row.text(start + 4)),
            contexts: words(row.text(start + 5)), isDefault: row.integer(start + 6) == 1)
    }

    private static func words(_ text: String?) -> [String] {
        guard let text else { return [] }
        return text.split(separator: " ").map(String.init)
    }
}
