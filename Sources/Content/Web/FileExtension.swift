/// Names of files that are also the last labels of hosts.
enum FileExtension {
    /// Extensions that people know, and that some registry has too. A text such as `README.md` with nothing before or
    /// after it is a file; `www.readme.md` and `readme.md/a` are hosts. Not here are `com`, `app`, `me` and `info`, which
    /// stand on posters far oftener than in folders, nor what no registry has, such as `txt`.
    static let known: Set<String> = [
        // Texts.
        "md", "ps", "pub", "dot", "data",
        // Programs, and what they are made of.
        "sh", "py", "pl", "pm", "rs", "cc", "java", "ml", "ads", "sv", "am", "ac", "in", "mk", "so", "mo", "tf", "map",
        "cab",
        // Archives, pictures and films.
        "zip", "bz", "ai", "dds", "mov",
    ]
}
