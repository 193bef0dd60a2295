// An album by the UPC on its case: its title and year from Discogs, or from MusicBrainz where there is no token of an
// account. The user confirms the look-up.

import Beeline

let services = ["products": "discogs", "lookups": "on"]
let desk = try Desk(
    rules: .bundled, constants: services,
    confirm: { question in
        print("\(question.action.name) for \(question.code ?? "")? y or n")
        return readLine() == "y" ? .yes : .no
    }, secret: Desk.userSecret)
// As an EAN-13 it begins with 0; the services get the twelve digits.
let result = await desk.handle(Symbol(.ean13, "0075992738125"))
for outcome in result.outcomes ?? [] { print(outcome.status, outcome.results.map(\.description)) }
