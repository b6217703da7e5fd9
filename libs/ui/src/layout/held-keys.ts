/** As long as what was asked for may take to come; what was held then goes where the focus is. */
const LONGEST_MS = 2000;

let held: KeyboardEvent[] | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;

/** A key that belongs to the browser, or to what is open over the page, is none to be held. */
const isEarly = ({ target, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean =>
  !ctrlKey && !metaKey && !altKey && !(target instanceof Element && target.closest('.MuiModal-root'));

function hold(event: KeyboardEvent): void {
  if (!held || !isEarly(event)) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  held.push(event);
}

/**
 * Holds the keys that come from now on for what was asked for and isn't there yet, so that none is lost however long that takes
 * to be drawn. `releaseKeys` hands them on.
 */
export function holdKeys(): void {
  if (held) return;
  held = [];
  document.addEventListener('keydown', hold, true);
  timer = setTimeout(releaseKeys, LONGEST_MS);
}

/** Hands the keys that were held to what has the focus now, one after another. */
export function releaseKeys(): void {
  const keys = held ?? [];
  held = undefined;
  clearTimeout(timer);
  document.removeEventListener('keydown', hold, true);
  for (const key of keys) document.activeElement?.dispatchEvent(new KeyboardEvent(key.type, key));
}
