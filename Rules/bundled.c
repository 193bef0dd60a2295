#include "BundledRules.h"

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

// Name, the kinds of the codes that its rules and kinds take, and the hosts that its rules trust. "uri" stands for codes of
// the kind url that are no web links. The frequent kinds come first. The last file has the rule that shows what nothing else
// takes.
static const struct beeline_rule_file files[] = {
    {"bundled:books", "isbn japaneseBookRow",
     "api.openbd.jp books.google.com calil.jp catalog.loc.gov catalogue.bnf.fr ndlsearch.ndl.go.jp "
     "openlibrary.org portal.dnb.de search.worldcat.org www.amazon.com www.googleapis.com",
     books, sizeof books},
    {"bundled:periodicals", "issn japaneseMagazine", "portal.issn.org", periodicals, sizeof periodicals},
    {"bundled:music", "ismn", "", music, sizeof music},
    {"bundled:products", "product",
     "api.discogs.com musicbrainz.org world.openfoodfacts.org www.discogs.com",
     products, sizeof products},
    {"bundled:gs1", "gs1", "", gs1, sizeof gs1},
    {"bundled:links", "url", "", links, sizeof links},
    {"bundled:contacts", "contact email event phone sms", "", contacts, sizeof contacts},
    {"bundled:places", "geo", "www.openstreetmap.org", places, sizeof places},
    {"bundled:wifi", "wifi", "", wifi, sizeof wifi},
    {"bundled:payments", "payment text json uri", "", payments, sizeof payments},
    {"bundled:keys", "fido otp", "", keys, sizeof keys},
    {"bundled:papers", "boardingPass driverLicense railTicket vin", "", papers, sizeof papers},
    {"bundled:parcels", "text gs1 industrialLabel",
     "auspost.com.au tools.usps.com track.amazon.com tracking.dpd.de trackings.post.japanpost.jp "
     "www.canadapost-postescanada.ca www.dhl.com www.dhl.de www.fedex.com www.laposte.fr www.ontrac.com www.post.at "
     "www.royalmail.com www.ups.com www.yodel.co.uk",
     parcels, sizeof parcels},
    {"bundled:medicine", "text", "accessgudid.nlm.nih.gov", medicine, sizeof medicine},
    {"bundled:receipts", "text", "", receipts, sizeof receipts},
    {"bundled:devices", "text json uri", "", devices, sizeof devices},
    {"bundled:serials", "text", "", serials, sizeof serials},
    {"bundled:libraries", "text", "lobid.org", libraries, sizeof libraries},
    {"bundled:identity", "text json uri", "", identity, sizeof identity},
    {"bundled:plain", "text", "plus.codes www.openstreetmap.org", plain, sizeof plain},
    {"bundled:text", NULL, "", text, sizeof text},
};

const struct beeline_rule_file *beeline_bundled_rules(size_t *count) {
    *count = sizeof files / sizeof *files;
    return files;
}
