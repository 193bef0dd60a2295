// What this browser remembers for its user.

const prefix = "beeline.";
// Storage can be forbidden; then settings last as long as the page.
const memory = new Map();

export function setting(name, fallback = null) {
  try {
    const text = localStorage.getItem(prefix + name);
    return text === null ? fallback : JSON.parse(text);
  } catch {
    return memory.get(name) ?? fallback;
  }
}

export function remember(name, value) {
  try {
    if (value === null) localStorage.removeItem(prefix + name);
    else localStorage.setItem(prefix + name, JSON.stringify(value));
  } catch {
    memory.set(name, value);
  }
}
