// The camera: opening it, choosing one, its light, zoom and focus, and why it is not there.

import { remember, setting } from "./settings.js";

/** Why there is no picture: `insecure`, `refused`, `none`, `busy`, `lost` or `failed`. */
export class CameraError extends Error {
  constructor(reason, detail = "") {
    super(detail);
    this.reason = reason;
  }
}

const reasons = {
  NotAllowedError: "refused", SecurityError: "refused", NotFoundError: "none", OverconstrainedError: "none",
  NotReadableError: "busy", AbortError: "busy",
};

/** Names that browsers and makers give to lenses on the back of a telephone. */
const isBack = (device) => /back|rear|environment|rück|背面|外側/i.test(device.label);

export class Camera extends EventTarget {
  constructor(video) {
    super();
    this.video = video;
    this.stream = null;
    this.isWanted = false;
    // A camera that is plugged in again is used again, without a reload.
    navigator.mediaDevices?.addEventListener?.("devicechange", () => {
      this.dispatchEvent(new Event("devices"));
      if (this.isWanted && !this.stream) this.start().catch(() => {});
    });
  }

  get track() { return this.stream?.getVideoTracks()[0] ?? null; }
  get isOn() { return this.track?.readyState === "live"; }
  get id() { return this.track?.getSettings().deviceId ?? null; }
  get capabilities() { return this.track?.getCapabilities?.() ?? {}; }
  get settings() { return this.track?.getSettings() ?? {}; }
  get isFront() { return this.settings.facingMode === "user"; }

  /** Opens the camera that was chosen last, else the best one. `state` events report the result. */
  async start(id = setting("camera")) {
    this.isWanted = true;
    this.close();
    try {
      if (!window.isSecureContext || !navigator.mediaDevices?.getUserMedia) throw new CameraError("insecure");
      await this.open(id);
      if (!id) await this.preferFocus();
      this.video.srcObject = this.stream;
      await this.video.play();
      this.tell("on");
    } catch (error) {
      this.close();
      this.tell(this.failure(error).reason, this.failure(error).message);
    }
  }

  failure(error) {
    if (error instanceof CameraError) return error;
    return new CameraError(reasons[error.name] ?? "failed", String(error));
  }

  /** One after the other, so that two calls never have two cameras open. */
  async open(id) {
    const size = { width: { ideal: 1920 }, height: { ideal: 1080 } };
    const chosen = id ? { deviceId: { exact: id } } : { facingMode: { ideal: "environment" } };
    let stream;
    try {
      stream = await navigator.mediaDevices.getUserMedia({ audio: false, video: { ...size, ...chosen } });
    } catch (error) {
      // The camera that was chosen is away: another one is better than none.
      if (!id || !["NotFoundError", "OverconstrainedError"].includes(error.name)) throw error;
      return this.open(null);
    }
    if (!this.isWanted) {
      for (const track of stream.getTracks()) track.stop();
      throw new CameraError("off");
    }
    this.stream = stream;
    this.track.addEventListener("ended", () => {
      if (this.stream !== stream) return;
      this.close();
      this.tell("lost");
    });
  }

  /** Telephones have several lenses, and often the first one cannot focus on what is near. */
  async preferFocus() {
    const modes = this.capabilities.focusMode;
    if (!modes || modes.includes("continuous")) return;
    const others = (await this.devices()).filter((device) => isBack(device) && device.deviceId !== this.id);
    const first = this.id;
    for (const device of others.slice(0, 4)) {
      this.close();
      await this.open(device.deviceId);
      if (this.capabilities.focusMode?.includes("continuous")) {
        remember("camera", this.id);
        return;
      }
    }
    if (others.length > 0) {
      this.close();
      await this.open(first);
    }
  }

  async devices() {
    const all = await navigator.mediaDevices?.enumerateDevices?.() ?? [];
    return all.filter((device) => device.kind === "videoinput");
  }

  async choose(id) {
    remember("camera", id);
    await this.start(id);
  }

  /** Sets `torch`, `zoom`, `focusMode` or `focusDistance`. Returns whether the camera took it. */
  async set(constraint) {
    try {
      await this.track.applyConstraints({ advanced: [constraint] });
      return true;
    } catch {
      return false;
    }
  }

  /** Switches it off, so that the lamp of the camera goes out. */
  stop() {
    this.isWanted = false;
    this.close();
    this.tell("off");
  }

  close() {
    const stream = this.stream;
    this.stream = null;
    for (const track of stream?.getTracks() ?? []) track.stop();
    this.video.srcObject = null;
  }

  tell(state, detail = "") {
    this.dispatchEvent(new CustomEvent("state", { detail: { state, detail } }));
  }
}
