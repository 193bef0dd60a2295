// What is drawn over the picture of the camera: the scan frame, and outlines over all copies of each code that was read.

import { svg } from "./dom.js";

/** How long an outline stays after its code was last seen, in milliseconds. */
const stay = 900;

/** The scan frame as a part of what is visible, in width and height from 0 to 1. */
const regions = {
  full: () => [1, 1],
  wide: (width, height) => [0.9, Math.min(0.42, (0.9 * width * 0.55) / height)],
  square: (width, height) => {
    const side = 0.74 * Math.min(width, height);
    return [side / width, side / height];
  },
};

export class Overlay {
  /** @param {SVGSVGElement} root it covers the video, and cuts as `object-fit: cover` does. */
  constructor(root, video) {
    this.root = root;
    this.video = video;
    this.shade = svg("path", { class: "shade", "fill-rule": "evenodd" });
    this.corners = svg("path", { class: "corners" });
    this.outlines = svg("g", { class: "outlines" });
    root.replaceChildren(this.shade, this.corners, this.outlines);
    /** Outlines by the code that they belong to. */
    this.shown = new Map();
    this.region = "wide";
    new ResizeObserver(() => this.draw()).observe(root);
  }

  /** The scan frame in pixels of the video: only what can be seen and lies in it is sent. */
  frame() {
    const { videoWidth: width, videoHeight: height } = this.video;
    const box = this.root.getBoundingClientRect();
    const scale = Math.max(box.width / width, box.height / height) || 1;
    const seen = { width: Math.min(width, box.width / scale), height: Math.min(height, box.height / scale) };
    const [across, down] = regions[this.region](seen.width, seen.height);
    const size = { width: Math.round(seen.width * across), height: Math.round(seen.height * down) };
    return { x: Math.round((width - size.width) / 2), y: Math.round((height - size.height) / 2), ...size };
  }

  /** Draws the scan frame, after the video or the region has changed. */
  draw() {
    const { videoWidth: width, videoHeight: height } = this.video;
    // In a view that is not shown there is nothing to draw on.
    if (!width || this.root.clientWidth === 0) return;
    this.root.setAttribute("viewBox", `0 0 ${width} ${height}`);
    const { x, y, width: w, height: h } = this.frame();
    const isFull = this.region === "full";
    this.shade.setAttribute("d", isFull ? "" : `M0 0H${width}V${height}H0ZM${x} ${y}v${h}h${w}v${-h}Z`);
    const inset = isFull ? Math.min(w, h) * 0.04 : 0;
    const [l, r, u, d] = [x + inset, x + w - inset, y + inset, y + h - inset];
    const c = Math.min(w, h) * 0.16;
    this.corners.setAttribute("d", `M${l} ${u + c}V${u}H${l + c}M${r - c} ${u}H${r}V${u + c}`
      + `M${r} ${d - c}V${d}H${r - c}M${l + c} ${d}H${l}V${d - c}`);
  }

  /**
   * Shows where codes are.
   * @param symbols the symbols of one picture
   * @param toVideo turns a point of that picture into one of the video
   * @param verdict says for a code which colour it has: `ok`, `caution`, `refused` …
   */
  show(symbols, toVideo, verdict) {
    const now = performance.now();
    for (const symbol of symbols) {
      if (!symbol.outline) continue;
      const key = codeKey(symbol);
      let shown = this.shown.get(key);
      if (!shown) {
        shown = { path: svg("path", { class: "outline" }) };
        this.outlines.append(shown.path);
        this.shown.set(key, shown);
      }
      shown.seen = now;
      const places = (symbol.outlines ?? [symbol.outline]).map((corners) =>
        `M${corners.map((point) => toVideo(point).map(Math.round).join()).join("L")}Z`);
      shown.path.setAttribute("d", places.join(""));
      shown.path.dataset.state = verdict(key);
    }
    for (const [key, { path, seen }] of this.shown) {
      if (now - seen <= stay) continue;
      path.remove();
      this.shown.delete(key);
    }
  }

  /** Gives the outline of a code, if there is one, the colour of what the desk said. */
  colour(key, state) {
    const shown = this.shown.get(key);
    if (shown) shown.path.dataset.state = state;
  }

  clear() {
    this.shown.clear();
    this.outlines.replaceChildren();
  }
}

/** What makes a code the same as another one. */
export function codeKey(symbol) { return `${symbol.symbology} ${symbol.text ?? symbol.bytes ?? ""}`; }
