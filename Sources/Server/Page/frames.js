// Pictures of the camera on their way to the server: one at a time, the next goes when the answer came.

import { isReachable, newKey, Problem, query, request } from "./api.js";
import { codeKey } from "./overlay.js";
import { setting } from "./settings.js";

/** Larger pictures are halved: bars of a code that fills the frame stay wide enough, for a fourth of the bytes. */
const large = 1100;

/** How pictures are sent over fast and slower lines: their longer side in pixels, their quality, whether in grey. */
const forms = [
  { side: large, quality: 0.85 }, { side: 640, quality: 0.6, isGrey: true }, { side: 480, quality: 0.45, isGrey: true },
];

/** An answer that takes longer than `slow` milliseconds asks for smaller pictures, several below `fast` for larger ones. */
const pace = { slow: 800, fast: 150, often: 6 };

/** How long an answer to a picture may take, in milliseconds. */
const patience = 4000;

/**
 * When a picture without a code is read as a photograph is, because bars may lie across: that takes up to a second. After so
 * many milliseconds in which nothing moved, and what is still in view only again after so many.
 */
const hard = { after: 400, again: 30_000 };

/** Without a code for so long the server is asked why, and then with every so many pictures. */
const lost = { after: 2000, every: 6 };

/** How long to rest after a picture without a code, in milliseconds, unless something comes into view: spares the battery. */
const rest = 60;

/** By how much a part of the picture is brighter or darker, of 255, where something has come into view. */
const noticeable = 24;

/** The mean of a picture, of 255, below which it is dark, and above which it is bright again; as in `live`. */
const darkness = { below: 45, above: 60 };

/** A code that no picture has shown for so long is out of view, in milliseconds. The desk waits longer. */
const gone = 1500;

/** Between two pictures no more time counts, in milliseconds: what was not looked at may have been there all the time. */
const step = 1000;

/** Whether something else is in view. */
const differ = (parts, others) => parts.some((part, place) => !(Math.abs(part - others[place]) <= noticeable));

const wait = (milliseconds) => new Promise((resolve) => { setTimeout(resolve, milliseconds); });

export class Frames {
  /**
   * @param overlay says which part of the video counts
   * @param callbacks `seen(symbols, hint, toVideo)` for each answer, `scanned(symbol)` for each code that counts as a scan,
   *   `stalled(isStalled)` when the server has no time for pictures
   */
  constructor(video, overlay, callbacks) {
    this.video = video;
    this.overlay = overlay;
    this.callbacks = callbacks;
    this.canvas = document.createElement("canvas");
    this.session = newKey();
    /** What runs now, or null. */
    this.current = null;
    /** The end of the last run: its last picture may still be on its way. */
    this.ended = Promise.resolve();
    this.isPaused = false;
    /** How many pictures were sent, and the form of the next one. */
    this.sent = 0;
    this.form = 0;
    this.fastAnswers = 0;
    this.isEmpty = true;
    /** When a code was last seen, and what the server said about why there is none. */
    this.found = performance.now();
    this.findings = [];
    this.detector = null;
    this.view = new View();
    this.small = Object.assign(document.createElement("canvas"), { width: 32, height: 18 });
    /** How bright the parts of the last picture were that was sent, and when its answer came. */
    this.parts = [];
    this.answered = 0;
    this.isDark = false;
    /** When something last moved, and the last picture that was read as a photograph. */
    this.moved = 0;
    this.hard = { parts: [], time: -Infinity, more: 0 };
  }

  start() {
    if (this.current) return;
    const run = { isOver: false };
    this.current = run;
    this.found = performance.now();
    this.ended = this.ended.then(() => this.run(run));
  }

  stop() {
    if (this.current) this.current.isOver = true;
    this.current = null;
    this.findings = [];
  }

  /** What is in view counts again. */
  forget() {
    this.session = newKey();
    this.view = new View();
  }

  async run(run) {
    while (!run.isOver) {
      if (document.hidden || this.isPaused || this.video.readyState < 2) {
        await wait(150);
        continue;
      }
      await this.nextFrame();
      if (run.isOver) return;
      const parts = this.look();
      const now = performance.now();
      if (differ(parts, this.parts)) this.moved = now;
      else if (this.isEmpty && now - this.answered < rest) continue;
      this.parts = parts;
      try {
        await (isReachable() ? this.once(run) : this.local());
      } catch (error) {
        await this.backOff(error);
      }
    }
  }

  /** A hidden or stalled video has no next frame, so this waits half a second at most. */
  nextFrame() {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, 500);
      if (!this.video.requestVideoFrameCallback) return;
      this.video.requestVideoFrameCallback(() => { clearTimeout(timer); resolve(); });
    });
  }

  /** A part of the video, as JPEG. */
  async picture(part, scale, { quality, isGrey = false }) {
    const { canvas, video } = this;
    canvas.width = Math.max(1, Math.round(part.width * scale));
    canvas.height = Math.max(1, Math.round(part.height * scale));
    const context = canvas.getContext("2d", { alpha: false });
    context.filter = isGrey ? "grayscale(1)" : "none";
    context.drawImage(video, part.x, part.y, part.width, part.height, 0, 0, canvas.width, canvas.height);
    const blob = await new Promise((resolve) => { canvas.toBlob(resolve, "image/jpeg", quality); });
    if (!blob) throw new Error("no picture");
    return blob;
  }

  async once(run) {
    const part = this.overlay.visible();
    // Without a layout nothing is visible.
    if (part.width < 16 || part.height < 16) return wait(rest);
    const counts = this.overlay.part();
    const now = performance.now();
    const isLost = now - this.found > lost.after;
    const isStill = now - Math.max(this.found, this.moved) > hard.after;
    const isFirst = isStill && (differ(this.parts, this.hard.parts) || now - this.hard.time > hard.again);
    if (isFirst) this.hard = { parts: this.parts, time: now, more: 3 };
    const isHard = this.hard.more > 0;
    if (isHard) this.hard.more -= 1;
    const scale = this.scale(part);
    const body = await (isHard ? this.picture(part, 1, forms[0]) : this.picture(part, scale, forms[this.form]));
    const begun = performance.now();
    const path = `/v1/frames${query({
      session: this.session, effort: isHard ? "normal" : "fast", counts, only: setting("only", ""),
      repeat: setting("repeat", ""), diagnose: isLost && this.sent % lost.every === 0 ? "true" : "",
    })}`;
    const answer = await request(path, {
      method: "POST", headers: { "Content-Type": "image/jpeg" }, body, limit: patience,
    });
    if (!isHard) this.adapt(performance.now() - begun);
    this.callbacks.stalled(false);
    if (run.isOver) return;
    const [across, down] = [part.width / answer.width, part.height / answer.height];
    const toVideo = ([x, y]) => [part.x + x * across, part.y + y * down];
    this.isEmpty = answer.symbols.length === 0;
    // Several readings of bars have to agree, soon after one another.
    if (isHard && (this.isEmpty || answer.scans.length > 0)) this.hard.more = 0;
    if (!this.isEmpty) this.found = performance.now();
    if (!this.isEmpty || !isLost) this.findings = [];
    else if (answer.findings) this.findings = answer.findings;
    this.callbacks.seen(answer.symbols, this.hint(part, across), toVideo);
    this.count(answer.symbols, answer.scans);
    this.answered = performance.now();
  }

  /** Tiny codes do not survive halving: large pictures are sent whole again and again, more often without a code. */
  scale(part) {
    this.sent += 1;
    const side = Math.max(part.width, part.height);
    const often = this.form > 0 ? 6 : this.isEmpty ? 2 : 4;
    if (this.sent % often === 0) return 1;
    return this.form === 0 ? (side > large ? 0.5 : 1) : Math.min(1, forms[this.form].side / side);
  }

  /** Sends smaller pictures where an answer took long, and larger ones again where several came at once. */
  adapt(time) {
    this.fastAnswers = time < pace.fast ? this.fastAnswers + 1 : 0;
    if (time > pace.slow) {
      this.form = Math.min(this.form + 1, forms.length - 1);
    } else if (this.fastAnswers >= pace.often) {
      this.form = Math.max(this.form - 1, 0);
      this.fastAnswers = 0;
    }
    this.isSlow = time > 2 * pace.slow;
  }

  /** What would help: the name of a hint, or null. */
  hint(part, across) {
    if (this.isDark) return "dark";
    if (this.isSlow) return "slow";
    const [finding] = this.findings;
    if (!finding) return null;
    const columns = finding.outline?.map(([x]) => x * across) ?? [0];
    const isLarge = Math.max(...columns) - Math.min(...columns) > 0.7 * part.width;
    return finding.kind === "blurred" && isLarge ? "quiet-zone-cut" : finding.kind;
  }

  /** Counts what one of the readers reports as scans. */
  count(symbols, scans) {
    this.view.look(symbols);
    for (const symbol of scans) {
      // What is shown of a code with a secret is less than what is scanned.
      const shown = symbols.find(({ outline }) => String(outline) === String(symbol.outline));
      // With a time for repeats the server alone decides.
      if (this.view.isNew(codeKey(shown ?? symbol)) || setting("repeat")) this.callbacks.scanned(symbol);
    }
  }

  /** How bright the parts of the picture are, from 0 to 255. */
  look() {
    const { small, video } = this;
    const context = small.getContext("2d", { alpha: false, willReadFrequently: true });
    // The mean of each part, not one of its points.
    context.imageSmoothingQuality = "medium";
    context.drawImage(video, 0, 0, small.width, small.height);
    const { data } = context.getImageData(0, 0, small.width, small.height);
    const parts = Array.from({ length: data.length / 4 }, (_, place) =>
      (data[place * 4] * 3 + data[place * 4 + 1] * 6 + data[place * 4 + 2]) / 10);
    const mean = parts.reduce((sum, part) => sum + part, 0) / parts.length;
    this.isDark = mean < (this.isDark ? darkness.above : darkness.below);
    return parts;
  }

  async backOff(error) {
    const isBusy = error instanceof Problem && [409, 429, 503].includes(error.status);
    if (isBusy) this.callbacks.stalled(true);
    await wait(isBusy ? Math.min((error.retryAfter ?? 0.3) * 1000, 10000) : 700);
  }

  /** Without the network: the browser's own reader, where there is one. Its codes wait in the queue like all others. */
  async local() {
    if (!window.BarcodeDetector) {
      this.callbacks.seen([], "keep", (point) => point);
      return wait(400);
    }
    this.detector ??= new LocalReader(await BarcodeDetector.getSupportedFormats());
    const symbols = await this.detector.read(this.video);
    this.callbacks.seen(symbols, null, (point) => point);
    const inside = symbols.filter(({ outline }) => this.overlay.touches(outline));
    this.count(symbols, this.detector.scans(inside.length > 0 ? inside : symbols));
    await wait(120);
  }

  /** The whole picture of the camera, to be read later. */
  shot() {
    const { videoWidth: width, videoHeight: height } = this.video;
    return this.picture({ x: 0, y: 0, width, height }, 1, { quality: 0.9 });
  }
}

/**
 * What the camera has in view. A reader that was away, or began again, reports a code that stayed in view as another
 * scan; here it is the same one.
 */
class View {
  constructor() {
    /** The time in which pictures were looked at, in milliseconds. */
    this.time = 0;
    this.looked = performance.now();
    /** When each code was seen last, and whether it has counted. */
    this.codes = new Map();
  }

  /** Another picture was looked at. */
  look(symbols) {
    const now = performance.now();
    this.time += Math.min(now - this.looked, step);
    this.looked = now;
    for (const [key, { seen }] of this.codes) if (this.time - seen > gone) this.codes.delete(key);
    for (const symbol of symbols) {
      const key = codeKey(symbol);
      this.codes.set(key, { hasCounted: this.codes.get(key)?.hasCounted ?? false, seen: this.time });
    }
  }

  /** Whether a code that a reader reports as a scan has not counted since it came into view. */
  isNew(key) {
    const hasCounted = this.codes.get(key)?.hasCounted ?? false;
    this.codes.set(key, { hasCounted: true, seen: this.time });
    return !hasCounted;
  }
}

/** The browser's own reader. Its formats have the names that symbologies have here, but for `unknown`. */
class LocalReader {
  constructor(formats) {
    this.detector = new BarcodeDetector({ formats: formats.filter((format) => format !== "unknown") });
    /** Codes that were seen: how often within a second, and when last. */
    this.codes = new Map();
  }

  async read(video) {
    const found = await this.detector.detect(video);
    return found.map(({ format, rawValue, cornerPoints }) => ({
      symbology: format, text: rawValue, outline: cornerPoints.map(({ x, y }) => [x, y]),
    }));
  }

  /** A code counts when two pictures agree, and again after it was out of view for two seconds. */
  scans(symbols) {
    const now = performance.now();
    const scans = [];
    for (const symbol of symbols) {
      const key = `${symbol.symbology} ${symbol.text}`;
      const code = this.codes.get(key);
      const isNew = !code || now - code.seen > 2000;
      const next = { seen: now, count: isNew ? 1 : code.count + 1 };
      this.codes.set(key, next);
      if (next.count === 2) scans.push({ symbology: symbol.symbology, text: symbol.text });
    }
    if (this.codes.size > 200) this.codes.clear();
    return scans;
  }
}
