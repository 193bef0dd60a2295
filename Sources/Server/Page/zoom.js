// Zooming: by the lens where the camera can, else by a part of its picture; with a slider, two fingers, or the wheel.

import { byId } from "./dom.js";

/** How far a picture may be enlarged where the lens cannot zoom. */
const digital = { min: 1, max: 4, step: 0.1 };

export class Zoom {
  constructor(camera, overlay) {
    this.camera = camera;
    this.overlay = overlay;
    this.range = digital;
    this.value = 1;
    /** The fingers on the picture, by pointer. */
    this.fingers = new Map();
    this.pinch = null;
    byId("zoom").addEventListener("input", (event) => this.set(Number(event.target.value)));
    byId("zoom-step").addEventListener("click", () => this.step());
    const stage = byId("stage");
    stage.addEventListener("pointerdown", (event) => this.touch(event));
    stage.addEventListener("pointermove", (event) => this.touch(event));
    for (const name of ["pointerup", "pointercancel", "pointerleave"]) {
      stage.addEventListener(name, (event) => this.release(event));
    }
    stage.addEventListener("wheel", (event) => {
      // Two fingers on the pad of a computer are a wheel with the control key.
      if (!event.ctrlKey || !camera.isOn) return;
      event.preventDefault();
      this.set(this.value * Math.exp(-event.deltaY / 200));
    }, { passive: false });
  }

  /** The camera is on, or another one. */
  reset() {
    const { zoom } = this.camera.capabilities;
    this.hasLens = zoom !== undefined && zoom.max > zoom.min;
    this.range = this.hasLens ? zoom : digital;
    Object.assign(byId("zoom"), { min: this.range.min, max: this.range.max, step: this.range.step || "any" });
    this.show(this.hasLens ? this.camera.settings.zoom ?? this.range.min : 1);
  }

  set(value) {
    this.show(Math.min(this.range.max, Math.max(this.range.min, value)));
    if (this.hasLens) this.camera.set({ zoom: this.value });
  }

  /** Twice as near, and from the nearest back to the farthest. */
  step() {
    const { min, max } = this.range;
    this.set(this.value >= max ? min : this.value * 2);
  }

  show(value) {
    this.value = value;
    byId("zoom").value = value;
    byId("zoom-step").textContent = `${Math.round(value * 10) / 10}×`;
    byId("zoom-control").classList.toggle("zoomed", value > this.range.min);
    this.overlay.zoom = this.hasLens ? 1 : value;
    byId("stage").style.setProperty("--zoom", this.overlay.zoom);
    this.overlay.draw();
  }

  touch(event) {
    if (event.pointerType !== "touch" || !this.camera.isOn) return;
    if (event.type === "pointermove" && !this.fingers.has(event.pointerId)) return;
    this.fingers.set(event.pointerId, [event.clientX, event.clientY]);
    if (this.fingers.size !== 2) return;
    const [[x1, y1], [x2, y2]] = this.fingers.values();
    const distance = Math.hypot(x1 - x2, y1 - y2);
    this.pinch ??= { distance, value: this.value };
    this.set(this.pinch.value * distance / this.pinch.distance);
  }

  release(event) {
    this.fingers.delete(event.pointerId);
    this.pinch = null;
  }
}
