internal import BeelineActions
internal import BeelineSupport

/// The form of the history's database, and how an older one becomes the present one.
enum HistorySchema {
    /// The steps of `SQLiteConnection.migrate`. A step is never changed once it was released; what is to be different
    /// becomes a further step.
    static let steps = [
        """
        CREATE TABLE scans (
            id INTEGER PRIMARY KEY,
            -- When it was recorded, in UTC: 2026-01-31T12:34:56.789Z
            time TEXT NOT NULL,
            -- The id of the rule that had it recorded.
            rule TEXT NOT NULL,
            -- What the rule had recorded, a JSON object.
            fields TEXT NOT NULL,
            -- The code itself: its text; of a secret, what may be shown.
            symbology TEXT,
            text TEXT,
            -- What it means: its kind.
            kind TEXT,
            -- Who scanned it.
            source TEXT
        ) STRICT;
        CREATE INDEX scans_by_time ON scans (time);
        """,
        """
        -- The bytes of a code that is no text.
        ALTER TABLE scans ADD COLUMN bytes BLOB;
        -- The number by which the thing is known, as the ISBN-13 or the GTIN-14.
        ALTER TABLE scans ADD COLUMN number TEXT;
        -- Where it came from: the image and its page.
        ALTER TABLE scans ADD COLUMN input TEXT;
        ALTER TABLE scans ADD COLUMN page INTEGER;
        -- What came of the rule's actions before this one: [{"action": "open-url", "status": "done"}]
        ALTER TABLE scans ADD COLUMN outcomes TEXT NOT NULL DEFAULT '[]';
        """,
        """
        -- The number of a scan that is gone never becomes that of another one.
        CREATE TABLE numbered (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            time TEXT NOT NULL,
            rule TEXT NOT NULL,
            fields TEXT NOT NULL,
            symbology TEXT,
            text TEXT,
            kind TEXT,
            source TEXT,
            bytes BLOB,
            number TEXT,
            input TEXT,
            page INTEGER,
            outcomes TEXT NOT NULL DEFAULT '[]'
        ) STRICT;
        INSERT INTO numbered
            SELECT id, time, rule, fields, symbology, text, kind, source, bytes, number, input, page, outcomes FROM scans;
        DROP TABLE scans;
        ALTER TABLE numbered RENAME TO scans;
        CREATE INDEX scans_by_time ON scans (time);
        """,
    ]
}

extension SQLiteSubject {
    /// What errors call the history.
    static let history = SQLiteSubject(
        "the history",
        remedy: "move the file away (and those beside it that end in -wal and -shm), and a new one is begun")
}
