import type { Locator, Page } from 'playwright-core';
import { until } from './until.ts';

/** Works a page by its keyboard alone; each step ends with the focus where it should be, and seen. */
export interface Keyboard {
  /** Presses keys one after the other. */
  press(...keys: string[]): Promise<void>;
  /** Types into what has the focus. */
  type(text: string): Promise<void>;
  /** Presses a key, Tab unless another is named, until the focus is on the target. */
  to(target: Locator, key?: string): Promise<void>;
  /** Waits until the focus is on the target or within it, and is seen there. */
  on(target: Locator): Promise<void>;
  /** Opens what has the focus (a menu, a choice) and takes one of its entries by the arrows. */
  choose(entry: Locator): Promise<void>;
  /** Goes to a page by the command palette; its title is its name unless another is given. */
  goTo(name: string, title?: string): Promise<void>;
}

/** Further than any page's way round. */
const MOST_STOPS = 70;

export function keyboardOf(page: Page): Keyboard {
  const press = async (...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key);
  };
  const on = async (target: Locator) => {
    await until(`the focus is on ${String(target)}`, async () => {
      if (await hasFocus(target)) return true;
      throw new Error(`It is on ${(await focusOf(page)).words}`);
    });
    await seen(page);
  };
  const to = async (target: Locator, key = 'Tab') => {
    await target.first().waitFor();
    const stops: string[] = [];
    while (!(await hasFocus(target))) {
      stops.push((await focusOf(page)).words);
      if (stops.length > MOST_STOPS)
        throw new Error(`${key} does not lead to ${String(target)}:\n${stops.join('\n')}`);
      await press(key);
    }
    await seen(page);
  };
  return {
    press,
    type: (text) => page.keyboard.type(text),
    to,
    on,
    async choose(entry) {
      await press('Enter');
      await on(page.getByRole('menu').or(page.getByRole('listbox')).last());
      await press('Home');
      await to(entry, 'ArrowDown');
      await press('Enter');
    },
    async goTo(name, title = name) {
      await press('Control+k');
      await on(page.getByRole('combobox', { name: 'Go to or find by name' }));
      await page.keyboard.type(name);
      await page.getByRole('option', { name, selected: true }).first().waitFor();
      await press('Enter');
      await page.getByRole('heading', { level: 1, name: title }).waitFor();
      await on(page.getByRole('main'));
    },
  };
}

const hasFocus = (target: Locator): Promise<boolean> =>
  target.evaluateAll((found) => found.some((one) => one.contains(document.activeElement)));

/** Waits until the focus is on something that one sees, and sees to have it: never on nothing. */
async function seen(page: Page): Promise<void> {
  await until(
    'the focus is seen',
    async () => {
      const { words, fault } = await focusOf(page);
      if (fault === null) return true;
      throw new Error(`${words}: ${fault}`);
    },
    { everyMs: 50 },
  );
}

/** What has the focus, in words, and what is wrong with how it is shown. */
const focusOf = (page: Page): Promise<{ words: string; fault: string | null }> =>
  page.evaluate(() => {
    const at = document.activeElement;
    if (!(at instanceof HTMLElement) || at === document.body)
      return { words: 'nothing', fault: 'the focus is lost' };
    const name = at.getAttribute('aria-label') ?? (at.innerText || at.getAttribute('name') || '');
    const words = `${at.getAttribute('role') ?? at.localName} "${name.trim().slice(0, 60)}"`;

    // A native box may lie invisibly over what is drawn for it: the place is what counts.
    const { left, top, width, height } = at.getBoundingClientRect();
    const points = [0.5, 0.1, 0.9].flatMap((x) =>
      [0.5, 0.1, 0.9].map((y) => [left + width * x, top + height * y] as const),
    );
    const isOnTop = points.some(([x, y]) => {
      const there = document.elementFromPoint(x, y);
      return (
        there !== null && (at.contains(there) || there.contains(at) || there.closest('label')?.control === at)
      );
    });
    if (!isOnTop) return { words, fault: 'it is out of sight' };

    // Pages and dialogs take the focus to be read out; the ring belongs to what can be worked.
    if (at.tabIndex < 0 && at.matches('main, [role="dialog"], .MuiDialog-container, h2'))
      return { words, fault: null };
    const hasRing = (one: Element | null | undefined): boolean => {
      if (!one) return false;
      const { outlineStyle, outlineWidth } = getComputedStyle(one);
      return outlineStyle !== 'none' && parseFloat(outlineWidth) > 0;
    };
    // A field has it as its border, a switch on its track, a row of choices on its label.
    const field = at.closest('.MuiInputBase-root')?.querySelector('fieldset');
    const ringed =
      hasRing(at) ||
      hasRing(at.closest('label')) ||
      hasRing(at.closest('.MuiSwitch-root')?.querySelector('.MuiSwitch-track')) ||
      (field != null && parseFloat(getComputedStyle(field).borderTopWidth) >= 2) ||
      at.matches('input[role="combobox"]');
    return { words, fault: ringed ? null : 'no ring shows it' };
  });
