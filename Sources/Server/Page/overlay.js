// What is drawn over the video: the scan frame, and outlines over all copies of each code that was read.

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
    this.chooseRegion();
    /** How many times the middle of the picture is enlarged. */
    this.zoom = 1;
    new ResizeObserver(() => this.draw()).observe(root);
    // No answer may come for long: what is past goes by itself.
    setInterval(() => this.sweep(), 300);
  }

  /** Another version of the page may have remembered a frame that this one does not have. */
  chooseRegion(name) { this.region = Object.hasOwn(regions, name) ? name : "wide"; }

  /** What can be seen, in pixels of the video: all of it is sent. */
  visible() {
    const { videoWidth: width, videoHeight: height } = this.video;
    const box = this.root.getBoundingClientRect();
    const scale = (Math.max(box.width / width, box.height / height) || 1) * this.zoom;
    return middle({ x: 0, y: 0, width, height }, Math.min(width, box.width / scale), Math.min(height, box.height / scale));
  }

  /** The scan frame in pixels of the video: codes in it count. */
  frame() {
    const seen = this.visible();
    const [across, down] = regions[this.region](seen.width, seen.height);
    return middle(seen, seen.width * across, seen.height * down);
  }

  /** The scan frame as a part of what is visible: x, y, width and height from 0 to 1. */
  part() {
    const [seen, frame] = [this.visible(), this.frame()];
    const [x, y] = [(frame.x - seen.x) / seen.width, (frame.y - seen.y) / seen.height].map((start) => Math.max(0, start));
    const size = [Math.min(1 - x, frame.width / seen.width), Math.min(1 - y, frame.height / seen.height)];
    return [x, y, ...size].map((length) => (Math.floor(length * 10_000) / 10_000).toFixed(4)).join();
  }

  /** Whether a box around an outline, in pixels of the video, touches the scan frame. */
  touches(outline) {
    const { x, y, width, height } = this.frame();
    const [across, down] = [0, 1].map((axis) => outline.map((point) => point[axis]));
    return Math.max(...across) >= x && Math.min(...across) <= x + width && Math.max(...down) >= y
      && Math.min(...down) <= y + height;
  }

  /** Draws the scan frame, after the video, the zoom or the region has changed. */
  draw() {
    // In a view that is not shown there is nothing to draw on.
    if (!this.video.videoWidth || this.root.clientWidth === 0) return;
    const seen = this.visible();
    this.root.setAttribute("viewBox", `${seen.x} ${seen.y} ${seen.width} ${seen.height}`);
    const { x, y, width: w, height: h } = this.frame();
    const isFull = this.region === "full";
    this.shade.setAttribute("d", isFull ? ""
      : `M${seen.x} ${seen.y}h${seen.width}v${seen.height}h${-seen.width}ZM${x} ${y}v${h}h${w}v${-h}Z`);
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
    for (const symbol of symbols) {
      if (!symbol.outline) continue;
      const key = codeKey(symbol);
      let shown = this.shown.get(key);
      if (!shown) {
        shown = { path: svg("path", { class: "outline" }) };
        this.outlines.append(shown.path);
        this.shown.set(key, shown);
      }
      shown.seen = performance.now();
      const places = (symbol.outlines ?? [symbol.outline]).map((corners) => corners.map(toVideo));
      shown.path.setAttribute("d", places.map((corners) =>
        `M${corners.map((point) => point.map(Math.round).join()).join("L")}Z`).join(""));
      shown.path.dataset.state = verdict(key);
      shown.path.classList.toggle("outside", !places.some((corners) => this.touches(corners)));
    }
    this.sweep();
  }

  /** Removes the outlines of codes that were not seen for some time. */
  sweep() {
    for (const [key, { path, seen }] of this.shown) {
      if (performance.now() - seen <= stay) continue;
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

/** The middle part of a box with a size, in whole pixels. */
function middle(box, width, height) {
  const size = { width: Math.round(width), height: Math.round(height) };
  return {
    x: Math.round(box.x + (box.width - size.width) / 2), y: Math.round(box.y + (box.height - size.height) / 2), ...size,
  };
}

/** What makes a code the same as another one. */
export function codeKey(symbol) { return `${symbol.symbology} ${symbol.text ?? symbol.bytes ?? ""}`; }
