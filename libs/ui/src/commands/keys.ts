import { text } from '../texts';

/** Keys that controls handle themselves; they are shortcuts only while no control has the focus. */
const controlKeys: ReadonlySet<string> = new Set([
  'Enter',
  ' ',
  'ArrowUp',
  'ArrowDown',
  'ArrowLeft',
  'ArrowRight',
]);

const textTargets = [
  'input:not([type="checkbox"]):not([type="radio"]):not([type="range"]):not([type="button"]):not([type="submit"])',
  'textarea',
  'select',
  '[contenteditable]:not([contenteditable="false"])',
  // Menus and list boxes find their entries by typing.
  '[role="combobox"]',
  '[role="listbox"]',
  '[role="menu"]',
  '[role="textbox"]',
].join();

const controls = 'a, button, input, summary, [role="button"], [role="tab"], tr[tabindex], [tabindex="0"]';

/** Whether a modal dialog or menu is open, which blocks the page below. */
const isModalOpen = (): boolean =>
  document.querySelector('[aria-modal="true"], .MuiModal-root:not(.MuiModal-hidden)') !== null;

/** Whether a key of these begins a sequence of two, `g t`, with this event. */
export const beginsSequence = (event: KeyboardEvent, keys: readonly string[]): boolean =>
  !event.ctrlKey &&
  !event.metaKey &&
  matchesKey(
    event,
    keys.flatMap((key) => sequenceOf(key)?.[0] ?? []),
  );

/** The two keys of a sequence, `g t`; null for a single key. */
const sequenceOf = (key: string): [string, string] | null => {
  const [, first, second] = /^(\S) (\S)$/.exec(key) ?? [];
  return first && second ? [first, second] : null;
};

/** Whether a key event triggers a shortcut with one of these keys; `first`: the key of a sequence that was pressed just before. */
export function matchesKey(event: KeyboardEvent, keys: readonly string[], first?: string | null): boolean {
  const mod = event.ctrlKey || event.metaKey;
  const pressed = mod ? `mod+${event.key.toLowerCase()}` : event.key;
  const name = first && !mod ? `${first} ${pressed}` : pressed;
  if (event.altKey || !keys.includes(name) || isModalOpen()) return false;
  if (mod) return true;
  const target = event.target instanceof Element ? event.target : null;
  if (target?.closest(textTargets)) return false;
  return !(controlKeys.has(event.key) && target?.closest(controls));
}

const keyLabels: Readonly<Record<string, () => string>> = {
  ArrowUp: () => '↑',
  ArrowDown: () => '↓',
  Escape: () => text('keys.escape'),
  ' ': () => text('keys.space'),
};

/** Whether the keyboard has a ⌘ key. */
const isApple = (): boolean => /mac|iphone|ipad/i.test(navigator.userAgent);

/** Formats a key as written on the keyboard: `mod+k` is "Ctrl K" or "⌘ K", the sequence `g t` is "G T". */
export const formatKey = (key: string): string =>
  sequenceOf(key)?.join(' ').toUpperCase() ??
  (key.startsWith('mod+')
    ? `${isApple() ? '⌘' : text('keys.ctrl')} ${key.slice(4).toUpperCase()}`
    : (keyLabels[key]?.() ?? key));
