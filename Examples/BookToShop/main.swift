// A book by its code, in any form, to its page in a shop: the user confirms the link.

import Beeline

let desk = try Desk(rules: .files(["Examples/Rules/lesson-1.json"]) + .bundled) { question in
    print("\(question.action)?", question.link?.reasons ?? [])
    return readLine() == "y" ? .yes : .no
}
for code in ["978-4-87311-904-5", "0306406152"] {
    let result = await desk.handle(Symbol(.unknown, code))
    guard case .isbn(let book) = result.resolution.content else { continue }
    print(book.isbn13, book.isbn10 ?? "", result.outcomes?.first?.status ?? .skipped)
}
