internal import Glibc

/// Ways by which others than the user and the administrator could change a file: files and folders that they may write.
package struct ForeignWriters: Hashable, Sendable, CustomStringConvertible {
    /// The file itself, or a folder on the way to it. The first one that others may write.
    package let path: String
    package let means: Means
    /// What else they may write.
    package private(set) var others: [ForeignWriters] = []

    package enum Means: Hashable, Sendable {
        case everybody
        case group
        /// Everyone, and a whole group by a permission of its own.
        case everybodyAndGroup
        /// Someone else owns it; the number of that user.
        case owner(UInt32)
        case unknown

        /// What `chmod` removes; nil where it does not help.
        fileprivate var permission: String? {
            switch self {
            case .everybody: "o-w"
            case .group: "g-w"
            case .everybodyAndGroup: "go-w"
            case .owner, .unknown: nil
            }
        }
    }

    fileprivate init(path: String, means: Means) { (self.path, self.means) = (path, means) }

    /// All of them as one; nil where there are none. What is there twice counts once.
    fileprivate init?(_ all: [ForeignWriters]) {
        guard let first = all.first else { return nil }
        self = first
        others = all.dropFirst().reduce(into: []) { others, next in
            if next != first, !others.contains(next) { others.append(next) }
        }
    }

    /// Everything that is wrong, and the commands that correct it: one for all that `chmod` corrects.
    package var description: String {
        let all = [ForeignWriters(path: path, means: means)] + others
        if let owner = onlyOwner {
            return
                "\(path) belongs to the user \(owner): run the command as this user: sudo -H -u \(owner) beeline …"
        }
        let open = all.filter { $0.means.permission != nil }
        guard open.count > 1 else { return all.map(\.sentence).joined(separator: "; ") }
        let permissions = Set(open.compactMap(\.means.permission))
        let permission = permissions.count == 1 ? permissions.first ?? "" : "go-w"
        let paths = open.map { Self.quoted($0.path) }.joined(separator: " ")
        let rest = all.filter { $0.means.permission == nil }.map { "; \($0.sentence)" }.joined()
        return "other users can write \(open.count) files and folders: chmod \(permission) \(paths)\(rest)"
    }

    /// The one user to whom all of it belongs, when the administrator runs the program; nil in any other case. What
    /// belongs to a service is to stay that way.
    private var onlyOwner: String? {
        guard getuid() == 0, case .owner(let user) = means, others.allSatisfy({ $0.means == means }) else { return nil }
        return getpwuid(user).map { String(cString: $0.pointee.pw_name) } ?? "'#\(user)'"
    }

    /// Whether the administrator may read what is there: all of it belongs to one user, and no one else can write it.
    package var isOneUser: Bool { onlyOwner != nil }

    /// What is wrong with this one, and the command that corrects it.
    private var sentence: String {
        switch means {
        case .everybody, .everybodyAndGroup:
            "everyone can write \(path): chmod \(means.permission ?? "") \(Self.quoted(path))"
        case .group: "a whole group can write \(path): chmod g-w \(Self.quoted(path))"
        case .owner(let user) where path == "/":
            "/ belongs to another user (\(user)), as in some containers; put the file where / belongs to root"
        case .owner(let user): "\(path) belongs to another user (\(user)): chown \(getuid()) \(Self.quoted(path))"
        case .unknown: "the permissions of \(path) cannot be checked; save it as your own file"
        }
    }

    /// A path as a shell takes it for one word.
    package static func quoted(_ path: String) -> String {
        let isPlain = path.utf8.allSatisfy { byte in
            (byte | 0x20) &- 0x61 < 26 || "/._-+,0123456789".utf8.contains(byte)
        }
        return isPlain
            ? path : "'" + path.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
    }
}

/// The ways in which others could change what is at a path, or put something else there; nil when only the user and
/// root can. It follows the path from the root as the system does, and checks each folder and the owner of each
/// symbolic link on it. In a folder with the sticky bit, such as `/tmp`, others cannot replace what is there.
package func foreignWriters(of path: String) -> ForeignWriters? { ForeignWriters(allForeignWriters(of: path)) }

/// The same for several paths, as one: a folder above them all is there once.
package func foreignWriters(of paths: [String]) -> ForeignWriters? {
    ForeignWriters(paths.flatMap(allForeignWriters))
}

/// The same for a path with nothing yet: for the nearest folder. Nil where that cannot be written anyway.
func foreignWriters(ofNew path: String) -> ForeignWriters? {
    var folder = path
    repeat {
        folder = folder.lastIndex(of: "/").map { $0 == folder.startIndex ? "/" : String(folder[..<$0]) } ?? "."
    } while !exists(folder)
    return isFolder(folder) && access(folder, W_OK) == 0 ? foreignWriters(of: folder) : nil
}

private func allForeignWriters(of path: String) -> [ForeignWriters] {
    var found: [ForeignWriters] = []
    func note(_ path: String, _ means: ForeignWriters.Means) { found.append(ForeignWriters(path: path, means: means)) }
    guard !path.utf8.contains(0), !path.isEmpty, let start = startOfWay(to: path) else {
        note(path, .unknown)
        return found
    }
    var rest = Array(path.split(separator: "/").reversed())
    if start != "/" { rest += start.split(separator: "/").reversed() }
    var current = ""
    var links = 0
    if let means = foreignMeans("/") { note("/", means) }
    while let step = rest.popLast() {
        if step == "." { continue }
        if step == ".." {
            current = current.lastIndex(of: "/").map { String(current[..<$0]) } ?? ""
            continue
        }
        let next = "\(current)/\(step)"
        var status = stat()
        guard lstat(next, &status) == 0 else {
            note(next, .unknown)
            return found
        }
        guard status.st_mode & S_IFMT == S_IFLNK else {
            if let means = foreignMeans(next) { note(next, means) }
            current = next
            continue
        }
        // The owner of a link may make it lead elsewhere.
        if status.st_uid != getuid(), status.st_uid != 0 { note(next, .owner(status.st_uid)) }
        links += 1
        guard links <= mostLinks, let target = linkTarget(next) else {
            note(next, .unknown)
            return found
        }
        if target.hasPrefix("/") { current = "" }
        rest += target.split(separator: "/").reversed()
    }
    return found
}

/// As many as Linux follows.
private let mostLinks = 40

/// Where the way to a path begins: the root, or the folder that relative paths are counted from.
private func startOfWay(to path: String) -> String? {
    guard !path.hasPrefix("/") else { return "/" }
    guard let folder = getcwd(nil, 0) else { return nil }
    defer { free(folder) }
    return String(cString: folder)
}

private func foreignMeans(_ path: String) -> ForeignWriters.Means? {
    var status = stat()
    guard stat(path, &status) == 0 else { return .unknown }
    // In a folder with the sticky bit only owners remove and rename what is theirs.
    let isSticky = status.st_mode & S_IFMT == S_IFDIR && status.st_mode & S_ISVTX != 0
    guard status.st_uid == getuid() || status.st_uid == 0 else {
        // Root may look at what one user can write, and not at what everyone can.
        let isOpen = getuid() == 0 && !isSticky && status.st_mode & S_IWOTH != 0
        return isOpen ? .everybody : .owner(status.st_uid)
    }
    if isSticky { return nil }
    let isOfGroup = status.st_mode & S_IWGRP != 0 && status.st_gid != privateGroup
    if status.st_mode & S_IWOTH != 0 { return isOfGroup ? .everybodyAndGroup : .everybody }
    return isOfGroup ? .group : nil
}

/// The group of this user alone, as Debian and others make one for each user, so that new files may be writable for it
/// (umask 002); nil where there is none: for root, and where the user's group has another name or other members.
///
/// Whether another user has it as the primary group as well would be seen only in the whole list of users; an
/// administrator who sets that up trusts both.
private let privateGroup: gid_t? = {
    let user = getuid()
    guard user != 0, let entry = getpwuid(user), let userName = entry.pointee.pw_name else { return nil }
    let name = String(cString: userName)
    guard let group = getgrgid(entry.pointee.pw_gid), let groupName = group.pointee.gr_name,
        String(cString: groupName) == name
    else { return nil }
    var members = group.pointee.gr_mem
    while let member = members?.pointee {
        if String(cString: member) != name { return nil }
        members = members?.advanced(by: 1)
    }
    return entry.pointee.pw_gid
}()
