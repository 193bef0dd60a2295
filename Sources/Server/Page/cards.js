// Contacts and appointments as files that every telephone and calendar takes (RFC 6350, RFC 5545).

const escaped = (text) => String(text).replace(/[\\;,]/g, "\\$&").replace(/\r?\n/g, "\\n");

const list = (value) => value === undefined || value === null ? [] : Array.isArray(value) ? value : [value];

/** Lines of at most 75 bytes: a longer one is continued after a line break and a blank. */
function folded(lines) {
  const encoder = new TextEncoder();
  return lines.map((line) => {
    let folded = "";
    let size = 0;
    for (const character of line) {
      const bytes = encoder.encode(character).length;
      if (size + bytes > 74) {
        folded += "\r\n ";
        size = 1;
      }
      folded += character;
      size += bytes;
    }
    return `${folded}\r\n`;
  }).join("");
}

/** The code itself where it is a vCard, else a card of the fields of a contact. */
export function contactCard(content, text) {
  if (/^BEGIN:VCARD/i.test(text ?? "")) return text;
  const name = content.name ?? content.organization ?? "";
  return folded(["BEGIN:VCARD", "VERSION:3.0", `FN:${escaped(name)}`,
    `N:${escaped(content.familyName ?? name)};${escaped(content.givenName ?? "")};;;`,
    ...list(content.organization).map((value) => `ORG:${escaped(value)}`),
    ...list(content.title ?? content.jobTitle).map((value) => `TITLE:${escaped(value)}`),
    ...list(content.phones ?? content.phone).map((value) => `TEL:${escaped(value)}`),
    ...list(content.emails ?? content.email).map((value) => `EMAIL:${escaped(value)}`),
    ...list(content.addresses ?? content.address).map((value) => `ADR:;;${escaped(value)};;;;`),
    ...list(content.urls ?? content.url).map((value) => `URL:${escaped(value)}`),
    ...list(content.note).map((value) => `NOTE:${escaped(value)}`), "END:VCARD"]);
}

/** `2026-01-31T19:00:00Z` as calendars write it: `20260131T190000Z`. */
const compact = (time) => time.replace(/[-:]/g, "").replace(/\.\d+/, "");

/** The code itself where it is a calendar, or a part of one in a calendar, else one of the fields of an appointment. */
export function calendar(content, text) {
  const given = text ?? "";
  if (/^BEGIN:VCALENDAR/i.test(given)) return given;
  const part = /^BEGIN:VEVENT/i.test(given) ? given.trim().split(/\r?\n/) : ["BEGIN:VEVENT",
    `SUMMARY:${escaped(content.summary ?? "")}`,
    ...list(content.start).map((value) => `DTSTART${/T/.test(value) ? "" : ";VALUE=DATE"}:${compact(value)}`),
    ...list(content.end).map((value) => `DTEND${/T/.test(value) ? "" : ";VALUE=DATE"}:${compact(value)}`),
    ...list(content.location).map((value) => `LOCATION:${escaped(value)}`),
    ...list(content.description).map((value) => `DESCRIPTION:${escaped(value)}`), "END:VEVENT"];
  const own = part.some((line) => /^UID/i.test(line)) ? part : [part[0], `UID:${compact(content.start ?? "")}-beeline`,
    `DTSTAMP:${compact(new Date().toISOString())}`, ...part.slice(1)];
  return folded(["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Beeline//EN", ...own, "END:VCALENDAR"]);
}
