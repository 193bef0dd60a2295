// The picture that codes were found in, small, with an outline around each of them.

import { el } from "./dom.js";
import { stateOf } from "./describe.js";

/** The longest side, in pixels. */
const longest = 480;

const colours = {
  ok: "#3ddc84", info: "#5db7ff", none: "#ffffff", caution: "#ffb81c", kept: "#ffb81c", refused: "#ff5449", failed: "#ff5449",
};

/** A drawing of a picture; null where the browser cannot read it, as most cannot read PDF and HEIC. */
export async function thumbnail(picture, results) {
  let image;
  try { image = await createImageBitmap(picture); } catch { return null; }
  const scale = Math.min(1, longest / Math.max(image.width, image.height));
  const [width, height] = [image.width, image.height].map((side) => Math.round(side * scale));
  const canvas = el("canvas", { class: "thumbnail", width, height, "aria-hidden": "true" });
  const context = canvas.getContext("2d");
  context.drawImage(image, 0, 0, canvas.width, canvas.height);
  image.close();
  context.lineWidth = 4;
  for (const result of results) {
    for (const outline of result.symbol?.outlines ?? [result.symbol?.outline ?? []]) {
      context.strokeStyle = colours[stateOf(result)];
      context.beginPath();
      for (const [x, y] of outline) context.lineTo(x * scale, y * scale);
      context.closePath();
      context.stroke();
    }
  }
  return canvas;
}
