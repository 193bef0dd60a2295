// The keyboard, which may be a hand scanner: what a scanner types is a code, and presses nothing.

/** Of two keys that are nearer together, in milliseconds, the second is a scanner's. Slow scanners take 50. */
const fast = 70;

/** A key presses something only with so long a silence before it and after it, in milliseconds. */
const silence = 200;

/**
 * After so long without a key, in milliseconds, the next one begins something new. A busy machine delays single keys,
 * and half a code must never be read as a whole one.
 */
const rest = 600;

/** A timer that comes so much too late, in milliseconds, says that keys may be late as well. */
const late = 50;

/** Fewer characters in a field for text are not a code: people may type them as fast. */
const shortest = 4;

const modifiers = new Set(["Shift", "CapsLock", "NumLock", "Control", "Alt", "AltGraph", "Meta"]);

/** Keys that only change the text of a field. The last three are of keyboards on a screen, and of accents. */
const editing = new Set([
  "Backspace", "Delete", "ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "Home", "End",
  "Unidentified", "Process", "Dead",
]);

/** A field for text: what is typed there belongs there, unless a scanner types it. */
const isText = (element) =>
  element?.matches("input:not([type=range], [type=checkbox], [type=file], [type=date]), textarea") ?? false;

/** A field whose form takes a code by itself. */
const takesCodes = (element) => isText(element) && element.closest("[data-takes-codes]") !== null;

/** A letter chooses in them, and a blank opens their list. */
const pickers = "select, input[type=date]";

/** The character that a key types; empty for all others. */
function characterOf(event) {
  const isPlain = event.getModifierState("AltGraph") || !(event.ctrlKey || event.altKey || event.metaKey);
  // FNC1 comes as Ctrl+].
  if (!isPlain) return event.ctrlKey && event.key === "]" ? "\u001d" : "";
  return [...event.key].length === 1 ? event.key : "";
}

/** Starts to listen. `scanned` gets each code that a scanner did not type into a field for codes. */
export function startKeyboard(scanned) {
  const keyboard = new Keyboard(scanned);
  for (const name of ["keydown", "keyup", "click"]) {
    document.addEventListener(name, (event) => keyboard[name](event), { capture: true });
  }
}

/**
 * Distinguishes the keys of a scanner from those of a person by the time between them, and by their place: a person does
 * not type letters where no field takes them.
 */
class Keyboard {
  constructor(scanned) {
    this.scanned = scanned;
    /** When the last key was pressed. */
    this.last = -Infinity;
    /** The keys of a scanner that are down. */
    this.swallowed = new Set();
    /** What a key is going to do when no other one follows it. */
    this.held = null;
    /** A click of a mouse or a finger is under way. */
    this.isPointer = false;
    this.begin();
  }

  /** A key after a rest. */
  begin() {
    this.isScanner = false;
    /** What the fields had in them before. */
    this.values = new Map();
    /** What had the focus before Tab moved it. */
    this.left = null;
    this.beginCode();
  }

  beginCode() {
    this.text = "";
    /** The times between its keys. */
    this.gaps = [];
  }

  /** Whether half of the keys came faster than people type. */
  get isFast() {
    const sorted = [...this.gaps].sort((a, b) => a - b);
    return sorted[Math.floor(sorted.length / 2)] < fast;
  }

  keydown(event) {
    // Some browsers report text that they fill in as a key without a name.
    if (!event.isTrusted || !event.key || event.isComposing || modifiers.has(event.key)) return;
    const field = isText(event.target) ? event.target : null;
    const presses = event.key === "Enter" || (event.key === " " && !field);
    if (event.repeat) {
      // Only the first of a key that stays down presses.
      if (presses || this.swallowed.has(event.code)) event.preventDefault();
      return;
    }
    clearTimeout(this.held);
    const gap = event.timeStamp - this.last;
    this.last = event.timeStamp;
    if (gap > rest) this.begin();
    else this.gaps.push(gap);
    if ("value" in event.target && !this.values.has(event.target)) this.values.set(event.target, event.target.value);

    const character = characterOf(event);
    this.text += character;
    if (field && (character || editing.has(event.key))) {
      if (character === "\u001d") event.preventDefault();
      return;
    }
    const isLost = character !== "" && character !== " " && !event.target.matches(pickers);
    const isCode = this.text.trim().length >= (field ? shortest : 1) && this.isFast;
    this.isScanner ||= isLost || isCode || gap < fast;
    if (event.key === "Enter" || (event.key === "Tab" && !event.shiftKey)) this.end(event, field, gap, isCode);
    else if (this.isScanner) this.swallow(event);
    else if (event.key === " ") this.blank(event, gap);
    else if (event.key === "Escape") this.escape(event, gap);
  }

  /** Enter or Tab: the end of a code, or a person who presses something or moves to the next field. */
  end(event, field, gap, isCode) {
    const { text } = this;
    const { key, target } = event;
    this.beginCode();
    if (takesCodes(field)) {
      // Enter sends its form.
      if (key === "Tab" && this.isScanner) {
        this.swallow(event);
        if (isCode) field.form.requestSubmit();
      }
    } else if (this.isScanner) {
      this.swallow(event);
      if (!isCode) return;
      this.takeBack(true);
      this.scanned(text);
    } else if (key === "Enter" && !field && gap < silence) {
      this.swallow(event);
    } else if (key === "Tab") {
      this.left ??= target;
    }
  }

  /** A blank outside a field presses a button when it is released, and opens a list. */
  blank(event, gap) {
    if (gap < silence) {
      this.swallow(event);
    } else if (event.target.matches(pickers)) {
      event.preventDefault();
      this.hold(() => event.target.showPicker?.());
    }
  }

  /** Escape closes what lies above the page. */
  escape(event, gap) {
    const dialog = [...document.querySelectorAll("dialog[open]")].at(-1);
    if (!dialog) return;
    event.preventDefault();
    if (gap < silence) return;
    this.hold(() => { if (dialog.dispatchEvent(new Event("cancel", { cancelable: true }))) dialog.close(); });
  }

  keyup(event) {
    if (this.swallowed.delete(event.code)) event.preventDefault();
  }

  /** Keys, and programs that read a screen aloud, click what has the focus: it waits until no other key follows. */
  click(event) {
    if (!event.isTrusted) return;
    if (event.detail > 0) {
      // A click on a label clicks its control as well.
      this.isPointer = true;
      setTimeout(() => { this.isPointer = false; });
      return;
    }
    const { target } = event;
    // Enter in a field for codes sends its form.
    const isSent = target.type === "submit" && document.activeElement !== target && takesCodes(document.activeElement);
    if (this.isPointer || isSent) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    if (this.isScanner && performance.now() - this.last < rest) return;
    this.hold(() => target.click());
  }

  /** Does something after a silence. A page that was busy has keys that wait: it listens again. */
  hold(work, listensAgain = true) {
    clearTimeout(this.held);
    const due = performance.now() + silence;
    this.held = setTimeout(() => {
      if (listensAgain && performance.now() > due + late) this.hold(work, false);
      else work();
    }, silence);
  }

  swallow(event) {
    event.preventDefault();
    this.swallowed.add(event.code);
    this.takeBack(false);
  }

  /** Takes back what the first keys of a scanner did, before it was known to be one. */
  takeBack(hasText) {
    for (const [field, value] of this.values) {
      if (field.value === value || (!hasText && isText(field))) continue;
      field.value = value;
      for (const name of isText(field) ? ["input"] : ["input", "change"]) field.dispatchEvent(new Event(name, { bubbles: true }));
    }
    if (!this.left) return;
    if (this.left === document.body) document.activeElement.blur();
    else this.left.focus({ preventScroll: true });
    this.left = null;
  }
}
