internal import BeelineSupport

enum HistorySchema {
    /// The steps of `SQLiteConnection.migrate`. A released step is never changed; a change is a further step.
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
        -- The bytes of a code that is not text.
        ALTER TABLE scans ADD COLUMN bytes BLOB;
        -- The number by which the thing is known, as the ISBN-13 or the GTIN-14.
        ALTER TABLE scans ADD COLUMN number TEXT;
        -- Where it came from: the image and its page.
        ALTER TABLE scans ADD COLUMN input TEXT;
        ALTER TABLE scans ADD COLUMN page INTEGER;
        -- The outcomes of the rule's earlier actions: [{"action": "open-url", "status": "done"}]
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
        """
        -- The key of a scan that may be run again, such as one that a telephone sends twice: it is recorded once.
        ALTER TABLE scans ADD COLUMN scan TEXT;
        CREATE UNIQUE INDEX scans_by_key ON scans (scan) WHERE scan IS NOT NULL;
        """,
        """
        -- What each code was recorded by: itself, and the fields that its rules ask by (MemoryKey).
        CREATE TABLE marks (
            key TEXT NOT NULL,
            -- In milliseconds since 1970.
            time INTEGER NOT NULL,
            scan INTEGER NOT NULL,
            source TEXT,
            -- The first one of a key has 1, in the order of time and scan: so that they need not be counted.
            place INTEGER NOT NULL,
            PRIMARY KEY (key, time, scan)
        ) STRICT, WITHOUT ROWID;
        INSERT INTO marks
            SELECT key, time, id, source, row_number() OVER (PARTITION BY key ORDER BY time, id)
            FROM (
                SELECT id, source,
                    -- What another program wrote may be no time.
                    coalesce(strftime('%s', time) * 1000 + CAST(substr(time, 21, 3) AS INTEGER), 0) AS time,
                    '=' || CASE
                    WHEN number IS NOT NULL AND kind IN ('isbn', 'issn', 'ismn', 'product', 'vin') THEN number
                    ELSE text END AS key
                FROM scans WHERE instr(coalesce(text, ''), '•••') = 0
            ) WHERE key IS NOT NULL ORDER BY key, time, id;
        -- What was set for a source, until then, in UTC. A source without a name is ''.
        CREATE TABLE session (
            source TEXT NOT NULL,
            name TEXT NOT NULL,
            value TEXT NOT NULL,
            until TEXT NOT NULL,
            PRIMARY KEY (source, name)
        ) STRICT, WITHOUT ROWID;
        """,
    ]

    /// From this form on it has marks and sessions.
    static let remembering = 5

    /// The forms that can be read without a migration: they have all columns of `HistoryEntry`. Nothing is changed.
    static let readable = 3...steps.count
}

extension SQLiteSubject {
    static let history = SQLiteSubject(
        "the history",
        remedy: "move the file away (and the files beside it that end in -wal and -shm); a new one is then created")
}
