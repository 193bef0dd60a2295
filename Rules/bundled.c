#include "BundledRules.h"
#include "openings.h"

// #embed is of C23; clang has it in every mode and says so.
#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char books[] = {
#embed "books.json"
};

static const unsigned char periodicals[] = {
#embed "periodicals.json"
};

static const unsigned char music[] = {
#embed "music.json"
};

static const unsigned char products[] = {
#embed "products.json"
};

static const unsigned char gs1[] = {
#embed "gs1.json"
};

static const unsigned char links[] = {
#embed "links.json"
};

static const unsigned char contacts[] = {
#embed "contacts.json"
};

static const unsigned char places[] = {
#embed "places.json"
};

static const unsigned char wifi[] = {
#embed "wifi.json"
};

static const unsigned char payments[] = {
#embed "payments.json"
};

static const unsigned char keys[] = {
#embed "keys.json"
};

static const unsigned char papers[] = {
#embed "papers.json"
};

static const unsigned char parcels[] = {
#embed "parcels.json"
};

static const unsigned char medicine[] = {
#embed "medicine.json"
};

static const unsigned char receipts[] = {
#embed "receipts.json"
};

static const unsigned char devices[] = {
#embed "devices.json"
};

static const unsigned char serials[] = {
#embed "serials.json"
};

static const unsigned char libraries[] = {
#embed "libraries.json"
};

static const unsigned char identity[] = {
#embed "identity.json"
};

static const unsigned char plain[] = {
#embed "plain.json"
};

static const unsigned char text[] = {
#embed "text.json"
};

// Name, the kinds of the codes that its rules and kinds take, the texts among them, and the hosts that its rules trust.
// "uri" stands for codes of the kind url that are not web links. The frequent kinds come first. The last file has the
// rule that shows what nothing else takes.
#define ANY_TEXT NULL, 0
#define OPENINGS(FILE) FILE##_openings, sizeof FILE##_openings / sizeof *FILE##_openings
static const struct beeline_rule_file files[] = {
    {"bundled:books", "isbn japaneseBookRow", ANY_TEXT,
     "api.openbd.jp books.google.com calil.jp catalog.loc.gov catalogue.bnf.fr ndlsearch.ndl.go.jp "
     "openlibrary.org portal.dnb.de search.worldcat.org www.amazon.com www.googleapis.com",
     books, sizeof books},
    {"bundled:periodicals", "issn japaneseMagazine", ANY_TEXT, "portal.issn.org", periodicals, sizeof periodicals},
    {"bundled:music", "ismn", ANY_TEXT, "", music, sizeof music},
    {"bundled:products", "product", ANY_TEXT,
     "api.discogs.com musicbrainz.org world.openfoodfacts.org www.discogs.com",
     products, sizeof products},
    {"bundled:gs1", "gs1", ANY_TEXT, "", gs1, sizeof gs1},
    {"bundled:links", "url", ANY_TEXT, "", links, sizeof links},
    {"bundled:contacts", "contact email event phone sms", ANY_TEXT, "", contacts, sizeof contacts},
    {"bundled:places", "geo", ANY_TEXT, "www.openstreetmap.org", places, sizeof places},
    {"bundled:wifi", "wifi", ANY_TEXT, "", wifi, sizeof wifi},
    {"bundled:payments", "payment text json uri", OPENINGS(payments), "", payments, sizeof payments},
    {"bundled:keys", "fido otp", ANY_TEXT, "", keys, sizeof keys},
    {"bundled:papers", "boardingPass driverLicense railTicket vin", ANY_TEXT, "", papers, sizeof papers},
    {"bundled:parcels", "text gs1 industrialLabel", OPENINGS(parcels),
     "auspost.com.au tools.usps.com track.amazon.com tracking.dpd.de trackings.post.japanpost.jp "
     "www.canadapost-postescanada.ca www.dhl.com www.dhl.de www.fedex.com www.laposte.fr www.ontrac.com www.post.at "
     "www.royalmail.com www.ups.com www.yodel.co.uk",
     parcels, sizeof parcels},
    {"bundled:medicine", "text", OPENINGS(medicine), "accessgudid.nlm.nih.gov", medicine, sizeof medicine},
    {"bundled:receipts", "text", OPENINGS(receipts), "", receipts, sizeof receipts},
    {"bundled:devices", "text json uri", OPENINGS(devices), "", devices, sizeof devices},
    {"bundled:serials", "text", OPENINGS(serials), "", serials, sizeof serials},
    {"bundled:libraries", "text", OPENINGS(libraries), "lobid.org", libraries, sizeof libraries},
    {"bundled:identity", "text json uri", OPENINGS(identity), "", identity, sizeof identity},
    {"bundled:plain", "text", OPENINGS(plain), "plus.codes www.openstreetmap.org", plain, sizeof plain},
    {"bundled:text", NULL, ANY_TEXT, "", text, sizeof text},
};

const struct beeline_rule_file *beeline_bundled_rules(size_t *count) {
    *count = sizeof files / sizeof *files;
    return files;
}
