extension String {
    /// As much of a text as tells it from others: all of it, or its beginning and `…`.
    ///
    ///     "a long story".shortened(to: 7)   // "a long…"
    ///
    /// - Parameter most: how many characters there may be, the sign among them.
    package func shortened(to most: Int) -> String {
        count > most ? prefix(most - 1) + "…" : self
    }
}
