// Codes that are typed, by people and by hand scanners, and pictures that are dropped, pasted or chosen.

import { byId, el, notice } from "./dom.js";
import { t } from "./languages.js";

/** Most keys of a hand scanner follow one another faster than people type, in milliseconds. */
const fast = 45;

/**
 * After so long without a key, in milliseconds, the next one begins something new. A busy machine delays single keys,
 * and half a code must never be read as a whole one.
 */
const rest = 600;

/** Fewer characters are not a code. */
const shortest = 4;

/** A text that may be edited: what is typed there belongs there, unless a scanner types it. */
const isText = (element) =>
  element?.matches?.("input:not([type=range], [type=checkbox], [type=file]), textarea, select");

/** Starts everything that takes codes and pictures. `take(symbol or Blob, name)` gets them. */
export function startInput(take, isReady) {
  const typed = (text) => take({ symbology: "unknown", text });
  byId("typed-form").addEventListener("submit", (event) => {
    event.preventDefault();
    const field = byId("typed");
    if (field.value.trim() === "") return;
    typed(field.value);
    field.value = "";
  });
  const scanner = new KeyboardScanner((text) => { if (isReady()) typed(text); });
  document.addEventListener("keydown", (event) => scanner.key(event), { capture: true });
  startPictures((file) => take(file, file.name || t("picture.pasted")), isReady);
}

/** Distinguishes a hand scanner from a person by the time between its keys. */
class KeyboardScanner {
  constructor(scanned) {
    this.scanned = scanned;
    this.reset();
  }

  reset() {
    this.text = "";
    this.last = 0;
    this.before = null;
    /** The times between keys. */
    this.gaps = [];
  }

  /** Whether half of the keys came faster than people type. */
  get isScanner() {
    const sorted = [...this.gaps].sort((a, b) => a - b);
    return this.text.length >= shortest && sorted[Math.floor(sorted.length / 2)] < fast;
  }

  key(event) {
    if (event.isComposing || event.metaKey || event.altKey) return;
    if (["Shift", "CapsLock", "Control"].includes(event.key)) return;
    const gap = event.timeStamp - this.last;
    if (gap > rest) this.reset();
    else this.gaps.push(gap);
    this.last = event.timeStamp;
    const field = isText(event.target) ? event.target : null;
    if (event.key === "Enter" || (event.key === "Tab" && !event.shiftKey)) {
      if (this.isScanner) this.finish(event, field);
      else this.reset();
      return;
    }
    // FNC1 comes as Ctrl+].
    const character = event.ctrlKey ? (event.key === "]" ? "\u001d" : "") : event.key;
    if ([...character].length !== 1) return;
    if (this.text === "" && field) this.before = { field, value: field.value };
    this.text += character;
    // A blank would press the button that has the focus.
    if (!field && gap < fast && character === " ") event.preventDefault();
    if (character === "\u001d") event.preventDefault();
  }

  finish(event, field) {
    const { text, before } = this;
    this.reset();
    // The field for codes takes them by itself.
    if (field?.id === "typed" || field?.closest("[data-takes-codes]")) return;
    event.preventDefault();
    event.stopPropagation();
    if (field && before?.field === field) {
      field.value = before.value;
      field.dispatchEvent(new Event("input", { bubbles: true }));
    }
    this.scanned(text);
  }
}

const isPicture = (file) => file.type.startsWith("image/") || file.type === "application/pdf" || file.type === "";

function startPictures(take, isReady) {
  const add = async (files) => {
    const pictures = [...files].filter(isPicture);
    if (pictures.length < files.length) notice(t("picture.wrong"), true);
    const progress = byId("picture-progress");
    progress.max = Math.max(1, pictures.length);
    progress.value = 0;
    byId("picture-status").hidden = pictures.length === 0;
    for (const picture of pictures) {
      byId("picture-name").textContent = picture.name || t("picture.pasted");
      await take(picture);
      progress.value += 1;
    }
    setTimeout(() => { byId("picture-status").hidden = true; }, 800);
  };

  for (const input of document.querySelectorAll("input[data-pictures]")) {
    input.addEventListener("change", () => {
      add(input.files).then(() => { input.value = ""; });
    });
  }
  document.addEventListener("paste", (event) => {
    if (isReady() && event.clipboardData?.files.length) {
      event.preventDefault();
      add(event.clipboardData.files);
    }
  });
  startDropping((files) => { if (isReady()) add(files); });
}

/** Files may be dropped anywhere; places with `data-drop` take theirs themselves. */
function startDropping(add) {
  const hasFiles = (event) => event.dataTransfer?.types.includes("Files");
  const veil = byId("drop-veil");
  let depth = 0;
  const show = (isShown) => { veil.hidden = !isShown; };
  addEventListener("dragenter", (event) => {
    if (!hasFiles(event)) return;
    depth += 1;
    show(true);
  });
  addEventListener("dragleave", (event) => {
    if (hasFiles(event)) depth = Math.max(0, depth - 1);
    if (depth === 0) show(false);
  });
  addEventListener("dragover", (event) => { if (hasFiles(event)) event.preventDefault(); });
  addEventListener("drop", (event) => {
    if (!hasFiles(event)) return;
    event.preventDefault();
    depth = 0;
    show(false);
    const { files } = event.dataTransfer;
    const place = event.target.closest?.("[data-drop]");
    const isTable = [...files].every((file) => /\.(csv|tsv|txt)$/i.test(file.name) || file.type === "text/csv");
    if (place || isTable) document.dispatchEvent(new CustomEvent("table-dropped", { detail: [...files] }));
    else add(files);
  });
}

/** An input that chooses a file, for a button that says what it is for. */
export function chooseFile(accept, take) {
  const input = el("input", { type: "file", accept });
  input.addEventListener("change", () => { if (input.files.length) take([...input.files]); });
  input.click();
}
