// What codes mean, as typed values: a line for each code that is typed.

import Beeline
import BeelineFoundation
import Foundation

let desk = try Desk(rules: .files(["Examples/TypedContent/rules.json"]), history: nil)
while let line = readLine() {
    let resolution = desk.resolve(Symbol(.unknown, line), scan: Scan("2026-05-01T12:00") ?? .now())
    switch resolution.content {
    case .isbn(let book): print("book", book.isbn10 ?? book.isbn13, book.group ?? "")
    case .product(let product): print("product", product.gtin.gtin13 ?? product.gtin.gtin14)
    case .gs1(let label): print("label", label.gtin?.gtin14 ?? "", label.lot ?? "", label.expiry?.description ?? "")
    case .url(let address): print("link", address.hostName, address.queryValue("q") ?? "")
    case .wifi(let network): print("network", network.ssid, network.security)
    case .contact(let contact):
        print("contact", contact.name ?? "", contact.phones, contact.birthday?.description ?? "")
    case .event(let event): print("event", event.summary ?? "", Date(event.start, in: .gmt).timeIntervalSince1970)
    case .geo(let place):
        print("place", place.coordinates.map { "\($0.latitude) \($0.longitude)" } ?? place.label ?? "")
    case .email(let message): print("mail", message.to.map(\.text), message.subject ?? "")
    case .sms(let message): print("message", message.numbers.map(\.number), message.body ?? "")
    case .payment(let payment): print("payment", payment.iban?.text ?? "", payment.amount.map { Decimal($0) } ?? 0)
    case .otp(let key): print("key", key.issuer ?? "", key.digits, key.factor)
    case .boardingPass(let pass): print("flight", pass.legs.map { "\($0.flight) \($0.from)-\($0.to) \($0.seat ?? "")" })
    case .vin(let vin): print("car", vin.manufacturer, vin.serial)
    // A kind of a rule file.
    default: print(resolution.kindName, resolution.value(named: "floor")?.description ?? "")
    }
}
