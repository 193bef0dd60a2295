/// What the letters of a host beyond ASCII say: whether they belong together, and whether they pretend to be others.
enum HostScripts {
    /// The reason for caution with a host; nil for most. By Unicode Technical Standard 39, section 5.
    ///
    /// - Parameters:
    ///   - host: in A-labels.
    ///   - unicode: the same host as people write it.
    static func reason(_ host: String, unicode: String) -> LinkReason? {
        let labels = unicode.split(separator: ".")
        var readings: [String] = []
        var pretends = false
        for label in labels {
            let scripts = Set(label.unicodeScalars.compactMap { Script($0) })
            guard Script.mayMeet(scripts) else { return .mixedScripts(host) }
            let reading = self.reading(label, scripts)
            if reading != nil, !isOfSameScript(labels.last, scripts) { pretends = true }
            readings.append(reading ?? String(label))
        }
        return pretends ? .confusableLetters(host, reads: readings.joined(separator: ".")) : nil
    }

    /// How a label reads that is made of letters only which look like others in ASCII, or has some that are there for no
    /// other reason; nil for all others.
    private static func reading(_ label: Substring, _ scripts: Set<Script>) -> String? {
        guard label.utf8.contains(where: { $0 >= 0x80 }) else { return nil }
        // With letters beyond ASCII languages are written in Latin too; with some, none is.
        let isLatin = scripts.contains(.latin)
        if isLatin, !label.unicodeScalars.contains(where: Confusables.isTechnical) { return nil }
        var reading = ""
        for scalar in label.unicodeScalars {
            if scalar.isASCII {
                reading.unicodeScalars.append(scalar)
            } else if let letter = Confusables.ascii(scalar, closely: true) {
                reading.unicodeScalars.append(Unicode.Scalar(letter))
            } else if isLatin {
                reading.unicodeScalars.append(scalar)
            } else {
                return nil
            }
        }
        return reading
    }

    /// Whether the last label of the host is of the same script, so that nobody takes the host for a Latin one.
    private static func isOfSameScript(_ last: Substring?, _ scripts: Set<Script>) -> Bool {
        guard let last, last.utf8.contains(where: { $0 >= 0x80 }) else { return false }
        return Set(last.unicodeScalars.compactMap { Script($0) }) == scripts
    }
}
