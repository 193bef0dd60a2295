"""The kinds of content, each as a type with its fields.

Made by generate_contents.py from `beeline kinds --format json`; do not edit. A field has the name that it has in rules
and in Docs/Kinds.md, as an attribute in Python's spelling: `isbn.isbn13`, `contact.given_name`; and as an item in its own:
`contact["givenName"]`. A field that a code does not have is None as an attribute, and no item.
"""

from __future__ import annotations

import datetime
from dataclasses import dataclass
from typing import Dict, Optional, Tuple, Type

from ._content import Content, Number

__all__ = [
    "Content",
    "Binary",
    "BoardingPass",
    "Contact",
    "DriverLicense",
    "Email",
    "Event",
    "Fido",
    "Geo",
    "Gs1",
    "IndustrialLabel",
    "Isbn",
    "Ismn",
    "Issn",
    "JapaneseBookRow",
    "JapaneseMagazine",
    "Json",
    "Otp",
    "OtpExport",
    "Payment",
    "Phone",
    "Product",
    "RailTicket",
    "Sms",
    "Text",
    "Url",
    "Vin",
    "Wifi",
    "Number",
]


@dataclass(frozen=True, eq=False)
class Isbn(Content):
    """`isbn`: a book."""

    #: The ISBN, 13 digits.
    isbn13: str

    #: The ISBN, 10 characters; only 978 numbers have it.
    isbn10: Optional[str] = None

    #: The number with hyphens between its elements; absent in ranges that are not assigned.
    hyphenated: Optional[str] = None

    #: The registration group, digits after the prefix: `4`.
    group: Optional[str] = None

    #: The country, region or language of the registration group: `Japan`.
    agency: Optional[str] = None

    #: The element of the publisher: `87311`.
    registrant: Optional[str] = None

    #: The element of the edition: `904`.
    publication: Optional[str] = None

    #: The C-code of a Japanese book: readers, form, subject.
    c_code: Optional[str] = None

    #: The price, from the add-on, the second row or the Application Identifier.
    price: Optional[Number] = None

    #: The currency of the price or amount, three letters of ISO 4217.
    currency: Optional[str] = None

    #: What an EAN-5 says instead of a price: `none`, `used`, `complimentary`, `at-least-100`, `internal`.
    price_note: Optional[str] = None

    #: Whether tax is in the price of a Japanese book; for others the code does not say it.
    tax_included: Optional[bool] = None


@dataclass(frozen=True, eq=False)
class Issn(Content):
    """`issn`: a periodical."""

    #: The ISSN, with its hyphen: `0024-9319`.
    issn: str

    #: The GTIN, 13 digits as in an EAN-13; not for a GTIN-8 or a trade unit of several.
    gtin13: str

    #: The two digits after the ISSN in the EAN-13; `00` unless the publisher uses them.
    variant: Optional[str] = None

    #: The issue, as the add-on has it: `05`; of a Japanese magazine month or number; of a comic the number.
    issue: Optional[str] = None


@dataclass(frozen=True, eq=False)
class Ismn(Content):
    """`ismn`: a piece of printed music."""

    #: The number with hyphens between its elements; absent in ranges that are not assigned.
    hyphenated: str

    #: The element of the publisher: `87311`.
    registrant: str

    #: The element of the edition: `904`.
    publication: str

    #: The ISMN, 13 digits.
    ismn: str

    #: The ISMN as it was written before 2008: `M` and 9 digits.
    ismn10: str

    #: The GTIN, 13 digits as in an EAN-13; not for a GTIN-8 or a trade unit of several.
    gtin13: str


@dataclass(frozen=True, eq=False)
class JapaneseBookRow(Content):
    """`japaneseBookRow`: the second row of a Japanese book."""

    #: The C-code of a Japanese book: readers, form, subject.
    c_code: str

    #: Whether tax is in the price of a Japanese book; for others the code does not say it.
    tax_included: bool

    #: The price, from the add-on, the second row or the Application Identifier.
    price: Optional[Number] = None

    #: The currency of the price or amount, three letters of ISO 4217.
    currency: Optional[str] = None


@dataclass(frozen=True, eq=False)
class JapaneseMagazine(Content):
    """`japaneseMagazine`: a Japanese magazine."""

    #: The issue, as the add-on has it: `05`; of a Japanese magazine month or number; of a comic the number.
    issue: str

    #: The code of a Japanese magazine, 5 digits.
    magazine_code: str

    #: The last digit of the year of a Japanese magazine.
    issue_year: str

    #: The GTIN, 13 digits as in an EAN-13; not for a GTIN-8 or a trade unit of several.
    gtin13: str

    #: The price, from the add-on, the second row or the Application Identifier.
    price: Optional[Number] = None

    #: The currency of the price or amount, three letters of ISO 4217.
    currency: Optional[str] = None


@dataclass(frozen=True, eq=False)
class Product(Content):
    """`product`: an article of trade."""

    #: The GTIN, 14 digits.
    gtin14: str

    #: Whether the number means something inside one company or region only.
    restricted: bool

    #: Whether it is a coupon.
    coupon: bool

    #: Whether it is a receipt for a refund.
    refund: bool

    #: The issue, as the add-on has it: `05`; of a Japanese magazine month or number; of a comic the number.
    issue: Optional[str] = None

    #: `book` or `comic`, where the publisher's prefix says that it is one.
    medium: Optional[str] = None

    #: Which of several covers a comic has, one digit: `1`.
    cover: Optional[str] = None

    #: Which printing of a comic it is, one digit: `1`.
    printing: Optional[str] = None

    #: The GTIN, 13 digits as in an EAN-13; not for a GTIN-8 or a trade unit of several.
    gtin13: Optional[str] = None

    #: The GTIN, 12 digits as in a UPC-A; where it has them.
    gtin12: Optional[str] = None

    #: The GTIN, 8 digits as in an EAN-8; where it has them.
    gtin8: Optional[str] = None

    #: The eight digits of the UPC-E that stands for it; where there is one.
    upc_e: Optional[str] = None

    #: The country whose GS1 organisation gave the prefix, two letters of ISO 3166-1; not where it was made. Absent
    #: where no single one did.
    region: Optional[str] = None

    #: The German pharmaceutical number (PZN), 8 digits; also that of which a GTIN is made (NTIN, prefix 4150).
    pzn: Optional[str] = None

    #: The national number of a medicine: the first of the Application Identifiers 710 to 717, else the PZN, else the
    #: French CIP13 (prefix 3400).
    healthcare_number: Optional[str] = None


@dataclass(frozen=True, eq=False)
class Gs1(Content):
    """`gs1`: a GS1 element string."""

    #: The element string as people read it: `(01)09521234543213(10)ABC`.
    bracketed: str

    #: The element string as a symbol encodes it, with the separator U+001D where one is needed.
    element_string: str

    #: The price, from the add-on, the second row or the Application Identifier.
    price: Optional[Number] = None

    #: The currency of the price or amount, three letters of ISO 4217.
    currency: Optional[str] = None

    #: The GTIN, 14 digits.
    gtin14: Optional[str] = None

    #: The GTIN, 13 digits as in an EAN-13; not for a GTIN-8 or a trade unit of several.
    gtin13: Optional[str] = None

    #: The GTIN, 12 digits as in a UPC-A; where it has them.
    gtin12: Optional[str] = None

    #: The GTIN, 8 digits as in an EAN-8; where it has them.
    gtin8: Optional[str] = None

    #: All GS1 symbols of the image as one element string in brackets, in the order of the identifiers; where there are
    #: several, and they are of one unit.
    gs1_unit: Optional[str] = None

    #: The same as a GS1 Digital Link URI; where there is a key for it.
    digital_link: Optional[str] = None

    #: The Serial Shipping Container Code, 18 digits.
    sscc: Optional[str] = None

    #: The Global Location Number of the place, else of a party, 13 digits.
    gln: Optional[str] = None

    #: The batch or lot.
    lot: Optional[str] = None

    #: The serial number.
    serial: Optional[str] = None

    #: The last day on which it may be used.
    expiry: Optional[datetime.date] = None

    #: The day until which it is at its best.
    best_before: Optional[datetime.date] = None

    #: The last day on which it may be sold.
    sell_by: Optional[datetime.date] = None

    #: The day on which it was made.
    produced: Optional[datetime.date] = None

    #: The day on which it was packed.
    packed: Optional[datetime.date] = None

    #: The net weight in kilograms; one in pounds is not converted.
    net_weight: Optional[Number] = None

    #: The number of items in it.
    count: Optional[Number] = None

    #: The German pharmaceutical number (PZN), 8 digits; also that of which a GTIN is made (NTIN, prefix 4150).
    pzn: Optional[str] = None

    #: The national number of a medicine: the first of the Application Identifiers 710 to 717, else the PZN, else the
    #: French CIP13 (prefix 3400).
    healthcare_number: Optional[str] = None

    #: The link, absolute and in ASCII, with scheme and host in lower case; `https://` is put before a domain alone.
    #: That of a key for one-time passwords contains its secret, and is withheld.
    url: Optional[str] = None

    #: The host of the link, in lower case and ASCII: `xn--mller-kva.de`.
    host: Optional[str] = None

    #: How much is to be paid; cryptocurrencies in whole coins.
    amount: Optional[Number] = None


@dataclass(frozen=True, eq=False)
class Url(Content):
    """`url`: a link."""

    #: The link, absolute and in ASCII, with scheme and host in lower case; `https://` is put before a domain alone.
    #: That of a key for one-time passwords contains its secret, and is withheld.
    url: str

    #: The scheme of the link: `https`.
    scheme: str

    #: The path of the link, with its slash; may be empty. Without a host, all up to the query.
    path: str

    #: The title of a bookmark.
    title: Optional[str] = None

    #: The host of the link, in lower case and ASCII: `xn--mller-kva.de`.
    host: Optional[str] = None

    #: The host as people write it, where that differs: `müller.de`.
    unicode_host: Optional[str] = None

    #: The part of the host that was registered, by the Public Suffix List: `example.co.uk`.
    domain: Optional[str] = None

    #: The port, where the link names one.
    port: Optional[Number] = None

    #: What follows the `#`.
    fragment: Optional[str] = None


@dataclass(frozen=True, eq=False)
class Wifi(Content):
    """`wifi`: a Wi-Fi network."""

    #: The name of the network.
    ssid: str

    #: How the network is secured, as the code says it, in capitals (`WPA`, `WPA2`, `WEP`, `SAE`, `WPA2-EAP`);
    #: `WPA2-EAP` also where it has an EAP method; `nopass` when it is open.
    security: str

    #: Whether the network does not show its name.
    hidden: bool

    #: The password of the network. Only with `show_secrets`.
    password: Optional[str] = None

    #: The EAP method: `PEAP`, `TTLS`, `TLS`, `PWD`.
    eap_method: Optional[str] = None

    #: The method inside of the EAP tunnel: `MSCHAPV2`.
    phase2: Optional[str] = None

    #: The user's name in the network.
    identity: Optional[str] = None

    #: The user's name outside of the EAP tunnel.
    anonymous_identity: Optional[str] = None


@dataclass(frozen=True, eq=False)
class Contact(Content):
    """`contact`: a contact."""

    #: The name of the person, as one writes it: `Sean Owen`; of a contact without one, its organization.
    name: Optional[str] = None

    #: The given name.
    given_name: Optional[str] = None

    #: The family name.
    family_name: Optional[str] = None

    #: The nickname.
    nickname: Optional[str] = None

    #: The company or organization.
    organization: Optional[str] = None

    #: What the person does there.
    job_title: Optional[str] = None

    #: The (first) telephone number: digits, with `+` where it is international; in a contact with `;ext=` before an
    #: extension.
    phone: Optional[str] = None

    #: All telephone numbers.
    phones: Optional[Tuple[str, ...]] = None

    #: The (first) e-mail address.
    email: Optional[str] = None

    #: All e-mail addresses.
    emails: Optional[Tuple[str, ...]] = None

    #: The (first) postal address, its lines with commas between them.
    address: Optional[str] = None

    #: All postal addresses.
    addresses: Optional[Tuple[str, ...]] = None

    #: The (first) web page, as it was written.
    website: Optional[str] = None

    #: All web pages.
    websites: Optional[Tuple[str, ...]] = None

    #: The date of birth; only when it is complete.
    birthday: Optional[datetime.date] = None

    #: A note about the person.
    note: Optional[str] = None

    #: The identifier of the event or contact.
    uid: Optional[str] = None

    #: Degrees north, −90…90; not of a place that one is to look for by its name.
    latitude: Optional[Number] = None

    #: Degrees east, −180…180; where there is a latitude.
    longitude: Optional[Number] = None


@dataclass(frozen=True, eq=False)
class Event(Content):
    """`event`: an entry for a calendar."""

    #: When it begins, in ISO 8601 and in the zone in which it was written: `2026-01-31`, `2026-01-31T10:00:00`,
    #: `2026-01-31T09:00:00Z`.
    start: str

    #: The day on which it begins, in that zone.
    start_date: datetime.date

    #: Whether it has days and no times.
    all_day: bool

    #: The (first) web page, as it was written.
    website: Optional[str] = None

    #: The title.
    summary: Optional[str] = None

    #: The time zone of the beginning: `Europe/Berlin`.
    start_zone: Optional[str] = None

    #: When it ends, like `start`; of a whole day the first day that is over.
    end: Optional[str] = None

    #: The day of the end, in its zone.
    end_date: Optional[datetime.date] = None

    #: The time zone of the end.
    end_zone: Optional[str] = None

    #: Where it is.
    location: Optional[str] = None

    #: More about it.
    description: Optional[str] = None

    #: Who invites, without `mailto:`.
    organizer: Optional[str] = None

    #: Who is invited, without `mailto:`.
    attendees: Optional[Tuple[str, ...]] = None

    #: How it recurs, as written (RFC 5545, section 3.3.10).
    recurrence: Optional[str] = None

    #: The identifier of the event or contact.
    uid: Optional[str] = None

    #: Degrees north, −90…90; not of a place that one is to look for by its name.
    latitude: Optional[Number] = None

    #: Degrees east, −180…180; where there is a latitude.
    longitude: Optional[Number] = None


@dataclass(frozen=True, eq=False)
class Email(Content):
    """`email`: an e-mail address or message."""

    #: The (first) e-mail address.
    email: Optional[str] = None

    #: All e-mail addresses.
    emails: Optional[Tuple[str, ...]] = None

    #: Who gets a copy.
    cc: Optional[Tuple[str, ...]] = None

    #: Who gets a copy without the others knowing.
    bcc: Optional[Tuple[str, ...]] = None

    #: The subject of the message.
    subject: Optional[str] = None

    #: The text of the message.
    body: Optional[str] = None


@dataclass(frozen=True, eq=False)
class Phone(Content):
    """`phone`: a telephone number."""

    #: The (first) telephone number: digits, with `+` where it is international; in a contact with `;ext=` before an
    #: extension.
    phone: str

    #: What is dialled once the call is answered.
    phone_extension: Optional[str] = None

    #: Where a local number is valid, as written: the beginning of a global number, or a domain.
    phone_context: Optional[str] = None


@dataclass(frozen=True, eq=False)
class Sms(Content):
    """`sms`: a text message."""

    #: Whether it is to be sent as MMS.
    multimedia: bool

    #: The (first) telephone number: digits, with `+` where it is international; in a contact with `;ext=` before an
    #: extension.
    phone: Optional[str] = None

    #: All telephone numbers.
    phones: Optional[Tuple[str, ...]] = None

    #: The subject of the message.
    subject: Optional[str] = None

    #: The text of the message.
    body: Optional[str] = None


@dataclass(frozen=True, eq=False)
class Geo(Content):
    """`geo`: a place on the Earth."""

    #: Degrees north, −90…90; not of a place that one is to look for by its name.
    latitude: Optional[Number] = None

    #: Degrees east, −180…180; where there is a latitude.
    longitude: Optional[Number] = None

    #: Metres above the ellipsoid.
    altitude: Optional[Number] = None

    #: How many metres it may be off.
    uncertainty: Optional[Number] = None

    #: What the place or the payment is called, or what place to look for.
    label: Optional[str] = None


@dataclass(frozen=True, eq=False)
class Otp(Content):
    """`otp`: a key for one-time passwords."""

    #: The link, absolute and in ASCII, with scheme and host in lower case; `https://` is put before a domain alone.
    #: That of a key for one-time passwords contains its secret, and is withheld.
    url: str

    #: `totp`: by time, or `hotp`: by a counter.
    otp_type: str

    #: The hash: `SHA1`, `SHA256`, `SHA512`.
    algorithm: str

    #: How many digits a password has: 6, 7 or 8.
    digits: Number

    #: Who gave the key.
    issuer: Optional[str] = None

    #: Whose key it is.
    account_name: Optional[str] = None

    #: The key itself, in Base32. Only with `show_secrets`.
    shared_secret: Optional[str] = None

    #: For how many seconds a password is good; of `totp`.
    period: Optional[Number] = None

    #: The number of the next password; of `hotp`.
    counter: Optional[Number] = None


@dataclass(frozen=True, eq=False)
class OtpExport(Content):
    """`otpExport`: exported keys for one-time passwords."""

    #: How many keys the code has.
    key_count: Number

    #: The type of each key: `totp` or `hotp`.
    otp_types: Tuple[str, ...]

    #: The hash of each key.
    algorithms: Tuple[str, ...]

    #: How many digits the passwords of each key have: 6 or 8.
    digit_counts: Tuple[str, ...]

    #: Which part of an export the code is, from 1.
    part: Number

    #: How many codes the export consists of.
    part_count: Number

    #: Who gave each key.
    issuers: Optional[Tuple[str, ...]] = None

    #: Whose key each is.
    account_names: Optional[Tuple[str, ...]] = None

    #: The keys themselves, in Base32. Only with `show_secrets`.
    shared_secrets: Optional[Tuple[str, ...]] = None

    #: Each key as an `otpauth` URL, which other apps take; it contains the secret. Only with `show_secrets`.
    otp_uRLs: Optional[Tuple[str, ...]] = None


@dataclass(frozen=True, eq=False)
class Fido(Content):
    """`fido`: a request to sign in."""

    #: The requested operation: `sign-in` or `register`.
    fido_request: Optional[str] = None

    #: When the code was made, in seconds since 1970.
    fido_time: Optional[Number] = None


@dataclass(frozen=True, eq=False)
class Payment(Content):
    """`payment`: a request for money."""

    #: The form: `sepa`, `swiss-qr-bill`, `emv`, `pix`, `upi`, `spayd`, `iban`, or the name of a cryptocurrency.
    payment_form: str

    #: The currency of the price or amount, three letters of ISO 4217.
    currency: Optional[str] = None

    #: The link, absolute and in ASCII, with scheme and host in lower case; `https://` is put before a domain alone.
    #: That of a key for one-time passwords contains its secret, and is withheld.
    url: Optional[str] = None

    #: What the place or the payment is called, or what place to look for.
    label: Optional[str] = None

    #: The city.
    city: Optional[str] = None

    #: The postal code, as people write it.
    postal_code: Optional[str] = None

    #: The country, two letters of ISO 3166-1: `US`, `DE`.
    country: Optional[str] = None

    #: Who is paid.
    payee: Optional[str] = None

    #: How much is to be paid; cryptocurrencies in whole coins.
    amount: Optional[Number] = None

    #: The IBAN of the payee, without blanks.
    iban: Optional[str] = None

    #: The BIC of the payee's bank.
    bic: Optional[str] = None

    #: Where the money goes: the IBAN, the address, the key or the virtual address; of the payee, not the bank.
    account: Optional[str] = None

    #: The structured reference, for machines.
    reference: Optional[str] = None

    #: The message to the payee, for people.
    message: Optional[str] = None

    #: What there is beside that: the last line of a SEPA code, the bill information of a QR-bill, a memo.
    information: Optional[str] = None

    #: The purpose, in the codes or words of the form.
    purpose: Optional[str] = None

    #: The trade of the merchant, 4 digits of ISO 18245.
    merchant_category: Optional[str] = None

    #: Where the payee lives, its lines with commas between them.
    payee_address: Optional[str] = None

    #: Who pays.
    payer: Optional[str] = None

    #: The day on which it is to be paid.
    due_date: Optional[datetime.date] = None


@dataclass(frozen=True, eq=False)
class BoardingPass(Content):
    """`boardingPass`: a boarding pass."""

    #: The name of the person, as one writes it: `Sean Owen`; of a contact without one, its organization.
    name: str

    #: The airport where the first flight starts, IATA code.
    from_: str

    #: The airport where the first flight ends, IATA code.
    to: str

    #: The airline of the first flight, IATA code; of a parcel the carrier, as the label names it: `UPSN`.
    carrier: str

    #: The first flight: airline and number, `AC834`.
    flight: str

    #: How many flights there are: 1…4.
    legs: Number

    #: All flights.
    flights: Tuple[str, ...]

    #: All airports, in the order of the journey.
    airports: Tuple[str, ...]

    #: The given name.
    given_name: Optional[str] = None

    #: The family name.
    family_name: Optional[str] = None

    #: The title of a passenger: `MR`. Without a blank before it, it is a part of the given name.
    honorific: Optional[str] = None

    #: The booking (PNR) of the first flight.
    booking_reference: Optional[str] = None

    #: The day of the first flight: the first such day since the pass was issued, or else the nearest to the scan.
    date: Optional[datetime.date] = None

    #: The compartment of the first flight: `Y`.
    cabin: Optional[str] = None

    #: The seat in the first flight: `1A`.
    seat: Optional[str] = None

    #: The check-in sequence number of the first flight.
    sequence: Optional[str] = None

    #: The number of the ticket: airline code and serial number; of a rail ticket that of the ticket or the order.
    ticket_number: Optional[str] = None

    #: The airline and the number of the frequent flyer: `AC 1234567`.
    frequent_flyer: Optional[str] = None

    #: The numbers on the tags of the baggage.
    bag_tags: Optional[Tuple[str, ...]] = None


@dataclass(frozen=True, eq=False)
class DriverLicense(Content):
    """`driverLicense`: a driver licence or identity card."""

    #: The number of the document.
    license_number: str

    #: `driver-license` or `id-card`.
    document_type: str

    #: Who issued it: the IIN, 6 digits.
    issuer_number: str

    #: The last day on which it may be used.
    expiry: Optional[datetime.date] = None

    #: The name of the person, as one writes it: `Sean Owen`; of a contact without one, its organization.
    name: Optional[str] = None

    #: The given name.
    given_name: Optional[str] = None

    #: The family name.
    family_name: Optional[str] = None

    #: The date of birth; only when it is complete.
    birthday: Optional[datetime.date] = None

    #: The day on which it was issued.
    issued: Optional[datetime.date] = None

    #: Street and number, a second line behind a comma.
    street: Optional[str] = None

    #: The city.
    city: Optional[str] = None

    #: The state or province, two letters.
    state: Optional[str] = None

    #: The postal code, as people write it.
    postal_code: Optional[str] = None

    #: The country, two letters of ISO 3166-1: `US`, `DE`.
    country: Optional[str] = None

    #: `male`, `female` or `unspecified`.
    sex: Optional[str] = None

    #: Which vehicles may be driven, as the issuer writes it.
    vehicle_class: Optional[str] = None


@dataclass(frozen=True, eq=False)
class Vin(Content):
    """`vin`: a vehicle's number."""

    #: The Vehicle Identification Number, 17 characters.
    vin: str

    #: The World Manufacturer Identifier, 3 characters.
    manufacturer: str

    #: The Vehicle Descriptor Section, 6 characters with check digit.
    model_code: str


@dataclass(frozen=True, eq=False)
class IndustrialLabel(Content):
    """`industrialLabel`: an industrial or pharmacy label (ISO/IEC 15434)."""

    #: What the first format of the envelope has: `transport`, `data-identifiers`, `text-elements`.
    label_form: str

    #: The GTIN, 14 digits.
    gtin14: Optional[str] = None

    #: The GTIN, 13 digits as in an EAN-13; not for a GTIN-8 or a trade unit of several.
    gtin13: Optional[str] = None

    #: The batch or lot.
    lot: Optional[str] = None

    #: The serial number.
    serial: Optional[str] = None

    #: The last day on which it may be used.
    expiry: Optional[datetime.date] = None

    #: The day until which it is at its best.
    best_before: Optional[datetime.date] = None

    #: The day on which it was made.
    produced: Optional[datetime.date] = None

    #: All data elements, with their identifiers in brackets: `(1T)LOT7(Q)25`.
    data_elements: Optional[str] = None

    #: The part number of the customer (P), else of the supplier or manufacturer.
    part_number: Optional[str] = None

    #: The part number of the supplier or manufacturer (1P).
    supplier_part_number: Optional[str] = None

    #: The count or amount of its content; without the unit.
    quantity: Optional[Number] = None

    #: The pharmacy product number (PPN), with its check digits.
    ppn: Optional[str] = None

    #: The German pharmaceutical number (PZN), 8 digits; also that of which a GTIN is made (NTIN, prefix 4150).
    pzn: Optional[str] = None

    #: The national number of a medicine: the first of the Application Identifiers 710 to 717, else the PZN, else the
    #: French CIP13 (prefix 3400).
    healthcare_number: Optional[str] = None

    #: The date code, mostly year and week, as it is in the code.
    date_code: Optional[str] = None

    #: The country in which it was made, two letters of ISO 3166-1.
    country_of_origin: Optional[str] = None

    #: The supplier or manufacturer, by the name or number that the label has.
    supplier: Optional[str] = None

    #: The number of the transport unit, of which there is one in the world (ISO/IEC 15459).
    license_plate: Optional[str] = None

    #: The number of the purchase order.
    purchase_order: Optional[str] = None

    #: The number of the parcel.
    tracking_number: Optional[str] = None

    #: The class of service, as the carrier numbers it.
    service_class: Optional[str] = None

    #: What else a label says that no field has, each with its meaning: `packing list: 987654`.
    details: Optional[Tuple[str, ...]] = None

    #: Street and number, a second line behind a comma.
    street: Optional[str] = None

    #: The city.
    city: Optional[str] = None

    #: The state or province, two letters.
    state: Optional[str] = None

    #: The postal code, as people write it.
    postal_code: Optional[str] = None

    #: The country, two letters of ISO 3166-1: `US`, `DE`.
    country: Optional[str] = None

    #: The airline of the first flight, IATA code; of a parcel the carrier, as the label names it: `UPSN`.
    carrier: Optional[str] = None


@dataclass(frozen=True, eq=False)
class RailTicket(Content):
    """`railTicket`: a rail ticket."""

    #: The railway that issued the ticket, four digits (RICS): `1080` is Deutsche Bahn.
    railway: str

    #: Whether the signature of the ticket was verified. It never is: always false.
    signature_verified: bool

    #: The records that the ticket consists of: `U_HEAD`, `U_TLAY`.
    ticket_records: Tuple[str, ...]

    #: The name of the person, as one writes it: `Sean Owen`; of a contact without one, its organization.
    name: Optional[str] = None

    #: The given name.
    given_name: Optional[str] = None

    #: The family name.
    family_name: Optional[str] = None

    #: The day on which it was issued.
    issued: Optional[datetime.date] = None

    #: The number of the ticket: airline code and serial number; of a rail ticket that of the ticket or the order.
    ticket_number: Optional[str] = None

    #: The language of the ticket, two letters: `de`.
    language: Optional[str] = None

    #: The first day on which the ticket is valid.
    valid_from: Optional[datetime.date] = None

    #: The last day on which the ticket is valid.
    valid_to: Optional[datetime.date] = None

    #: Where the journey begins, as the ticket names it.
    from_station: Optional[str] = None

    #: Where the journey ends, as the ticket names it.
    to_station: Optional[str] = None

    #: The class: `1` or `2`.
    travel_class: Optional[str] = None


@dataclass(frozen=True, eq=False)
class Json(Content):
    """`json`: a JSON document."""


@dataclass(frozen=True, eq=False)
class Text(Content):
    """`text`: a text."""

    #: The (first) link of the web in the text, as `url` is.
    link: Optional[str] = None

    #: All links of the web in the text, 16 at most.
    links: Optional[Tuple[str, ...]] = None


@dataclass(frozen=True, eq=False)
class Binary(Content):
    """`binary`: a sequence of bytes."""

    #: The bytes, as Base64.
    bytes: str


#: The type of each kind.
TYPES: Dict[str, Type[Content]] = {
    "isbn": Isbn,
    "issn": Issn,
    "ismn": Ismn,
    "japaneseBookRow": JapaneseBookRow,
    "japaneseMagazine": JapaneseMagazine,
    "product": Product,
    "gs1": Gs1,
    "url": Url,
    "wifi": Wifi,
    "contact": Contact,
    "event": Event,
    "email": Email,
    "phone": Phone,
    "sms": Sms,
    "geo": Geo,
    "otp": Otp,
    "otpExport": OtpExport,
    "fido": Fido,
    "payment": Payment,
    "boardingPass": BoardingPass,
    "driverLicense": DriverLicense,
    "vin": Vin,
    "industrialLabel": IndustrialLabel,
    "railTicket": RailTicket,
    "json": Json,
    "text": Text,
    "binary": Binary,
}

#: The attributes that are not named as their fields, and how they are.
SPELLINGS: Dict[str, str] = {
    "account_name": "accountName",
    "account_names": "accountNames",
    "all_day": "allDay",
    "anonymous_identity": "anonymousIdentity",
    "bag_tags": "bagTags",
    "best_before": "bestBefore",
    "booking_reference": "bookingReference",
    "c_code": "cCode",
    "country_of_origin": "countryOfOrigin",
    "data_elements": "dataElements",
    "date_code": "dateCode",
    "digit_counts": "digitCounts",
    "digital_link": "digitalLink",
    "document_type": "documentType",
    "due_date": "dueDate",
    "eap_method": "eapMethod",
    "element_string": "elementString",
    "end_date": "endDate",
    "end_zone": "endZone",
    "family_name": "familyName",
    "fido_request": "fidoRequest",
    "fido_time": "fidoTime",
    "frequent_flyer": "frequentFlyer",
    "from_": "from",
    "from_station": "fromStation",
    "given_name": "givenName",
    "gs1_unit": "gs1Unit",
    "healthcare_number": "healthcareNumber",
    "issue_year": "issueYear",
    "issuer_number": "issuerNumber",
    "job_title": "jobTitle",
    "key_count": "keyCount",
    "label_form": "labelForm",
    "license_number": "licenseNumber",
    "license_plate": "licensePlate",
    "magazine_code": "magazineCode",
    "merchant_category": "merchantCategory",
    "model_code": "modelCode",
    "net_weight": "netWeight",
    "otp_type": "otpType",
    "otp_types": "otpTypes",
    "otp_uRLs": "otpURLs",
    "part_count": "partCount",
    "part_number": "partNumber",
    "payee_address": "payeeAddress",
    "payment_form": "paymentForm",
    "phone_context": "phoneContext",
    "phone_extension": "phoneExtension",
    "postal_code": "postalCode",
    "price_note": "priceNote",
    "purchase_order": "purchaseOrder",
    "sell_by": "sellBy",
    "service_class": "serviceClass",
    "shared_secret": "sharedSecret",
    "shared_secrets": "sharedSecrets",
    "signature_verified": "signatureVerified",
    "start_date": "startDate",
    "start_zone": "startZone",
    "supplier_part_number": "supplierPartNumber",
    "tax_included": "taxIncluded",
    "ticket_number": "ticketNumber",
    "ticket_records": "ticketRecords",
    "to_station": "toStation",
    "tracking_number": "trackingNumber",
    "travel_class": "travelClass",
    "unicode_host": "unicodeHost",
    "upc_e": "upcE",
    "valid_from": "validFrom",
    "valid_to": "validTo",
    "vehicle_class": "vehicleClass",
}

#: The fields whose values are dates.
DATES = frozenset(
    {
        "bestBefore",
        "birthday",
        "date",
        "dueDate",
        "endDate",
        "expiry",
        "issued",
        "packed",
        "produced",
        "sellBy",
        "startDate",
        "validFrom",
        "validTo",
    }
)
