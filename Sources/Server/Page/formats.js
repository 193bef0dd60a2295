// How dates, amounts and places are written in the language of the page.

import { language, t } from "./languages.js";

// Formats are costly to make, and lists need hundreds of texts.
const formats = new Map();

/** A format of `Intl` for the region of the browser. */
function format(Kind, options) {
  // `en` alone has the hours of America.
  const locale = navigator.languages.find((name) => name.startsWith(language())) ?? language();
  const key = `${locale} ${Kind.name} ${JSON.stringify(options)}`;
  if (!formats.has(key)) formats.set(key, new Kind(locale, options));
  return formats.get(key);
}

const day = /^(\d{4})-(\d\d)-(\d\d)$/;
const moment = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d)?(\.\d+)?(Z|[+-]\d\d:?\d\d)?$/;

/** A date or a time of ISO 8601 as people write it; null for other texts. */
export function dateText(text) {
  const [, year, month, date] = day.exec(text) ?? [];
  if (year) {
    const value = new Date(Date.UTC(year, month - 1, date));
    return Number.isNaN(value.getTime()) || value.getUTCDate() !== Number(date)
      ? null : format(Intl.DateTimeFormat, { dateStyle: "medium", timeZone: "UTC" }).format(value);
  }
  if (!moment.test(text)) return null;
  const value = new Date(text);
  if (Number.isNaN(value.getTime())) return null;
  return format(Intl.DateTimeFormat, { weekday: "short", year: "numeric", month: "short", day: "numeric", hour: "numeric",
    minute: "2-digit" }).format(value);
}

/** An amount with its currency: `amount` is a decimal number, or one with its currency after it. */
export function amountText(amount, currency) {
  const [, number, behind] = /^(-?\d{1,15}(?:\.\d+)?) ?([A-Z]{3})?$/.exec(String(amount)) ?? [];
  const unit = behind ?? currency;
  if (number === undefined || !/^[A-Z]{3}$/.test(unit ?? "")) return null;
  try {
    return format(Intl.NumberFormat, { style: "currency", currency: unit }).format(number);
  } catch {
    return null;
  }
}

/** The coordinates of a place, short enough to be said; null where it has none. */
export function placeText({ latitude, longitude }) {
  if (!Number.isFinite(Number(latitude)) || !Number.isFinite(Number(longitude))) return null;
  if (latitude === undefined || longitude === undefined) return null;
  const part = (value, letters) => {
    const number = format(Intl.NumberFormat, { maximumFractionDigits: 5 }).format(Math.abs(value));
    return `${number}° ${letters[value < 0 ? 1 : 0]}`;
  };
  return `${part(Number(latitude), "NS")}, ${part(Number(longitude), "EW")}`;
}

/** The value of a field as text. */
export function valueText(value) {
  if (value === null || value === undefined) return "";
  if (typeof value === "boolean") return t(value ? "yes" : "no");
  if (Array.isArray(value)) return value.map(valueText).filter(Boolean).join(", ");
  if (typeof value === "object") {
    return Object.entries(value).map(([name, part]) => `${name} ${valueText(part)}`).join(" · ");
  }
  return String(value);
}

/**
 * The value of a field as people write it in their language.
 *
 * @param fields those beside it. One of them may be the currency of an amount
 */
export function fieldText(name, value, fields = {}) {
  const text = valueText(value);
  if (typeof value !== "string") return /amount|price/i.test(name) ? amountText(text, fields.currency) ?? text : text;
  if (/amount|price|total/i.test(name)) return amountText(text, fields.currency) ?? text;
  return dateText(text) ?? text;
}

/** `12:34:56`, and the day where it is another one than today. */
export function when(text) {
  const date = new Date(text);
  if (Number.isNaN(date.getTime())) return "";
  return date.toDateString() === new Date().toDateString()
    ? format(Intl.DateTimeFormat, { timeStyle: "medium" }).format(date)
    : format(Intl.DateTimeFormat, { dateStyle: "medium", timeStyle: "short" }).format(date);
}

export function number(value) { return format(Intl.NumberFormat, {}).format(value); }
