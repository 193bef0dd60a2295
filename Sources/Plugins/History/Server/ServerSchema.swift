internal import BeelineSupport

/// The tables of a history on a PostgreSQL server, in the schema `beeline`.
enum ServerSchema {
    /// The steps from each form to the next one. A released step is never changed; a change is a further step.
    static let steps = [
        """
        CREATE TABLE beeline.scans (
            id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
            -- When it was recorded, in UTC: 2026-01-31T12:34:56.789Z
            time text COLLATE "C" NOT NULL,
            rule text COLLATE "C" NOT NULL,
            symbology text COLLATE "C",
            text text COLLATE "C",
            -- The bytes of a code that is not text.
            bytes bytea,
            kind text COLLATE "C",
            number text COLLATE "C",
            source text COLLATE "C",
            input text COLLATE "C",
            page bigint,
            outcomes json NOT NULL,
            fields json NOT NULL,
            -- The key of a scan: one that is sent twice is recorded once.
            scan text COLLATE "C" NOT NULL UNIQUE,
            -- The machine that has recorded it.
            desk text COLLATE "C" NOT NULL,
            -- Of a scan without the server: how many other scans of its code it was decided without.
            missed integer NOT NULL DEFAULT 0
        );
        CREATE INDEX scans_by_time ON beeline.scans (time, id);
        CREATE INDEX scans_missed ON beeline.scans (id) WHERE missed > 0;
        -- What each code was recorded by: itself, and the fields that its rules ask by.
        CREATE TABLE beeline.marks (
            key text COLLATE "C" NOT NULL,
            -- In milliseconds since 1970.
            time bigint NOT NULL,
            scan bigint NOT NULL,
            source text COLLATE "C",
            PRIMARY KEY (key, time, scan)
        );
        -- What was set for a source, until then, in UTC. A source without a name is ''.
        CREATE TABLE beeline.session (
            source text COLLATE "C" NOT NULL,
            name text COLLATE "C" NOT NULL,
            value text COLLATE "C" NOT NULL,
            until text COLLATE "C" NOT NULL,
            PRIMARY KEY (source, name)
        );
        -- Takes locks for the session of the caller, all or none. Returns how many scans each key has; null where another
        -- session has a lock. Each statement of the function sees what was committed before it.
        CREATE FUNCTION beeline.enter(locks bigint[], keys text[]) RETURNS bigint[] LANGUAGE plpgsql VOLATILE AS $$
        BEGIN
            FOR place IN 1..cardinality(locks) LOOP
                IF NOT pg_try_advisory_lock(locks[place]) THEN
                    PERFORM pg_advisory_unlock(lock) FROM unnest(locks[1:place - 1]) AS lock;
                    RETURN NULL;
                END IF;
            END LOOP;
            RETURN ARRAY(
                SELECT (SELECT count(*) FROM beeline.marks WHERE marks.key = asked.key)
                FROM unnest(keys) WITH ORDINALITY AS asked (key, place) ORDER BY asked.place);
        END $$;
        -- Records scans, each once. One that was decided without the server says how many scans of its keys it knew of
        -- ("known"), and which locks make that certain. Returns the number of each row, and what it was decided without.
        CREATE FUNCTION beeline.record(rows jsonb) RETURNS TABLE (entry bigint, late integer)
        LANGUAGE plpgsql VOLATILE AS $$
        DECLARE
            line jsonb;
        BEGIN
            FOR line IN SELECT value FROM jsonb_array_elements(rows) LOOP
                late := 0;
                IF line ? 'known' THEN
                    PERFORM pg_advisory_xact_lock(lock::bigint) FROM jsonb_array_elements_text(line -> 'locks') AS lock;
                    SELECT coalesce(max(greatest(0, (
                        SELECT count(*) FROM beeline.marks WHERE marks.key = mark.key
                    ) - (line -> 'known' ->> (mark.place - 1)::integer)::bigint)), 0) INTO late
                    FROM jsonb_array_elements_text(line -> 'marks') WITH ORDINALITY AS mark (key, place);
                END IF;
                INSERT INTO beeline.scans (
                    time, rule, symbology, text, bytes, kind, number, source, input, page, outcomes, fields, scan, desk,
                    missed
                ) VALUES (
                    line ->> 'time', line ->> 'rule', line ->> 'symbology', line ->> 'text',
                    decode(line ->> 'bytes', 'base64'), line ->> 'kind', line ->> 'number', line ->> 'source',
                    line ->> 'input', (line ->> 'page')::bigint, (line ->> 'outcomes')::json, (line ->> 'fields')::json,
                    line ->> 'scan', line ->> 'desk', late
                ) ON CONFLICT DO NOTHING RETURNING scans.id INTO entry;
                IF entry IS NULL THEN
                    SELECT scans.id, scans.missed INTO entry, late FROM beeline.scans WHERE scans.scan = line ->> 'scan';
                ELSE
                    INSERT INTO beeline.marks (key, time, scan, source)
                    SELECT DISTINCT mark, (line ->> 'milliseconds')::bigint, entry, line ->> 'source'
                    FROM jsonb_array_elements_text(line -> 'marks') AS mark;
                END IF;
                RETURN NEXT;
            END LOOP;
        END $$;
        """
    ]

    /// The statements of a desk, by name.
    static let statements =
        [
            ("enter", "SELECT beeline.enter($1::bigint[], $2::text[])"),
            ("leave", "SELECT pg_advisory_unlock(unnest($1::bigint[]))"),
            ("record", "SELECT entry, late FROM beeline.record($1::jsonb)"),
            // The rows of a scan that is run again do not count: its own, and further ones with a point and a number after it.
            (
                "seen",
                """
                WITH found AS (
                    SELECT time, scan, source FROM beeline.marks WHERE key = $1 AND ($4::text IS NULL OR scan NOT IN (
                        SELECT id FROM beeline.scans WHERE scan = $4 OR (scan > $4 || '.' AND scan < $4 || '/')))
                )
                SELECT count(*), count(*) FILTER (WHERE time >= $2::bigint AND time < $3::bigint), min(time), max(time),
                    (SELECT source FROM found ORDER BY time DESC, scan DESC LIMIT 1)
                FROM found
                """
            ),
        ] + SessionStatement.allCases.map { ($0.rawValue, $0.sql) }

    /// Makes the tables, or brings them into the present form, and gives roles the rights of a desk.
    ///
    /// - Returns: what was done.
    static func create(on connection: ServerConnection, for roles: [String]) throws(ServerFailure) -> String {
        guard try connection.perform("SELECT 1 WHERE current_setting('server_encoding') = 'UTF8'") > 0 else {
            throw ServerFailure(
                .refused,
                "the database cannot keep all characters; use one that 'createdb --encoding UTF8 --template template0' made"
            )
        }
        try connection.perform("BEGIN")
        // Of two programs that do this at once, one waits.
        try connection.perform("SELECT pg_advisory_xact_lock(\(Int64(bitPattern: 0x6265_656C_696E_65)))")
        var form = 0
        if try connection.perform("SELECT 1 FROM pg_namespace WHERE nspname = 'beeline'") == 0 {
            try connection.perform("CREATE SCHEMA beeline")
            try connection.perform("CREATE TABLE beeline.form AS SELECT 0 AS form")
        } else {
            guard try connection.perform("SELECT 1 FROM pg_class WHERE oid = to_regclass('beeline.form')") > 0 else {
                throw ServerFailure(.refused, "the schema 'beeline' is of another program; use another database")
            }
            try connection.perform("SELECT form FROM beeline.form") { form = $0.integer(0) ?? 0 }
        }
        guard form <= steps.count else { throw ServerFailure.newer(form) }
        // A block of PostgreSQL takes several statements as one.
        for step in steps.dropFirst(form) {
            try connection.perform("DO $steps$ BEGIN EXECUTE $step$\(step)$step$; END $steps$")
        }
        try connection.perform("UPDATE beeline.form SET form = \(steps.count)")
        for role in roles {
            for right in [
                "USAGE ON SCHEMA beeline", "SELECT ON beeline.form", "SELECT, INSERT ON beeline.scans, beeline.marks",
                "SELECT, INSERT, UPDATE, DELETE ON beeline.session",
            ] {
                try connection.perform("GRANT \(right) TO \"\(role.replacing("\"", with: "\"\""))\"")
            }
        }
        try connection.perform("COMMIT")
        return switch form {
        case 0: "the history was created (form \(steps.count))"
        case steps.count: "the history has the present form (\(form))"
        default: "the history was upgraded from form \(form) to \(steps.count)"
        }
    }
}

extension ServerConnection {
    /// Checks the form of the tables, and has them found without the name of their schema.
    func useTables() throws(ServerFailure) {
        var form = 0
        try perform("SELECT form, set_config('search_path', 'beeline', false) FROM beeline.form") {
            form = $0.integer(0) ?? 0
        }
        if form > ServerSchema.steps.count { throw .newer(form) }
        guard form < ServerSchema.steps.count else { return }
        throw ServerFailure(
            .refused,
            "the history there is one of an earlier version (form \(form)); 'beeline history create' upgrades it")
    }
}

extension ServerFailure {
    static let noHistory = "there is no history in this database; 'beeline history create' makes one"

    fileprivate static func newer(_ form: Int) -> Self {
        Self(
            .refused,
            "a later version of Beeline has upgraded the history there (form \(form)); install that version here")
    }
}
