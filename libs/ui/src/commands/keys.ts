import { text } from '../texts';

/** Keys that a control understands itself; here they count only while no control has the focus. */
const controlKeys: ReadonlySet<string> = new Set([
  'Enter',
  ' ',
  'ArrowUp',
  'ArrowDown',
  'ArrowLeft',
  'ArrowRight',
]);

const textTargets = [
  'input:not([type="checkbox"]):not([type="radio"]):not([type="button"]):not([type="submit"])',
  'textarea',
  'select',
  '[contenteditable]:not([contenteditable="false"])',
  // Menus and boxes of choice find their entries by typing.
  '[role="combobox"]',
  '[role="listbox"]',
  '[role="menu"]',
  '[role="textbox"]',
].join();

const controls = 'a, button, input, summary, [role="button"], [role="tab"], tr[tabindex], [tabindex="0"]';

/** Something modal is open: what lies below isn't to be worked. */
const isModalOpen = (): boolean =>
  document.querySelector('[aria-modal="true"], .MuiModal-root:not(.MuiModal-hidden)') !== null;

/** Whether a key event means one of these keys here and now. */
export function matchesKey(event: KeyboardEvent, keys: readonly string[]): boolean {
  const mod = event.ctrlKey || event.metaKey;
  const name = mod ? `mod+${event.key.toLowerCase()}` : event.key;
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

/** Whether this machine's keyboard has ⌘. */
const isApple = (): boolean => /mac|iphone|ipad/i.test(navigator.userAgent);

/** A key as it is written on the keyboard: `mod+k` is "Ctrl K" or "⌘ K". */
export const formatKey = (key: string): string =>
  key.startsWith('mod+')
    ? `${isApple() ? '⌘' : text('keys.ctrl')} ${key.slice(4).toUpperCase()}`
    : (keyLabels[key]?.() ?? key);
