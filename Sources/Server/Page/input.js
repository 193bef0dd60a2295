// Codes that are typed, by people and by hand scanners, and pictures that are dropped, pasted or chosen.

import { byId, el, notice, put } from "./dom.js";
import { startKeyboard } from "./keyboard.js";
import { t } from "./languages.js";
import { startSearch } from "./search.js";

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
  startSearch(typed);
  startKeyboard((text) => { if (isReady()) typed(text); });
  startPictures((file) => take(file, file.name || t("picture.pasted")), isReady);
}

const isPicture = (file) => file.type.startsWith("image/") || file.type === "application/pdf" || file.type === "";

function startPictures(take, isReady) {
  const add = async (files) => {
    const pictures = [...files].filter(isPicture);
    const wrong = [...files].filter((file) => !isPicture(file)).map(({ name }) => name);
    if (wrong.length > 0) notice(t("picture.wrong", { name: wrong.join(", ") }), true);
    const progress = byId("picture-progress");
    progress.max = Math.max(1, pictures.length);
    progress.value = 0;
    byId("picture-status").hidden = pictures.length === 0;
    for (const picture of pictures) {
      put("picture-name", picture.name || t("picture.pasted"));
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
    const isTable = [...files].every((file) => /\.(csv|tsv|txt|xlsx)$/i.test(file.name) || file.type === "text/csv");
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
