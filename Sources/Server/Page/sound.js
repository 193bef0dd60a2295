// What is heard and felt of a scan. Sounds are made here: no file, nothing to load.

import { setting } from "./settings.js";

let context = null;
let listener = () => {};

/** Calls a function when sound became possible. */
export function onSound(call) { listener = call; }

/** Whether sound is on, and the page must be touched before it can be heard. */
export function waitsForTouch() {
  return setting("sound", true) && window.AudioContext !== undefined && context?.state !== "running"
    && navigator.userActivation?.hasBeenActive === false;
}

// Browsers allow sound only after the user has touched the page.
function wake() {
  const Context = window.AudioContext;
  if (!Context) return;
  context ??= new Context();
  if (context.state === "suspended") context.resume().then(listener, () => {});
  listener();
}
for (const event of ["pointerdown", "pointerup", "keydown"]) addEventListener(event, wake, { passive: true });

/** Tones one after the other: the frequency in hertz, the length in seconds, the form of the wave. */
const sounds = {
  ok: [[1320, 0.07, "sine"], [1760, 0.1, "sine"]],
  kept: [[880, 0.08, "sine"]],
  refused: [[440, 0.12, "triangle"], [330, 0.2, "triangle"]],
  error: [[196, 0.18, "square"], [196, 0.28, "square"]],
};

/** In milliseconds: on, off, on … */
const vibrations = { ok: [50], kept: [25], refused: [90, 70, 90], error: [250, 90, 250] };

function play(tones) {
  if (!context || context.state !== "running") return;
  let start = context.currentTime + 0.01;
  for (const [frequency, length, wave] of tones) {
    const oscillator = new OscillatorNode(context, { type: wave, frequency });
    const volume = new GainNode(context, { gain: 0 });
    // Without a slope at its ends a tone clicks.
    volume.gain.setValueAtTime(0, start);
    volume.gain.linearRampToValueAtTime(wave === "square" ? 0.09 : 0.22, start + 0.008);
    volume.gain.setValueAtTime(wave === "square" ? 0.09 : 0.22, start + length - 0.02);
    volume.gain.linearRampToValueAtTime(0, start + length);
    oscillator.connect(volume).connect(context.destination);
    oscillator.start(start);
    oscillator.stop(start + length);
    start += length + 0.03;
  }
}

/** Plays what became of a scan: `ok`, `kept`, `refused` or `error`. */
export function signal(name) {
  if (setting("sound", true)) play(sounds[name]);
  if (setting("vibration", true) && navigator.vibrate && navigator.userActivation?.hasBeenActive !== false) {
    navigator.vibrate(vibrations[name]);
  }
}
