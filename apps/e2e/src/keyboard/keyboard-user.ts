import { expect, type Locator, type Page } from '@playwright/test';
import type { Credentials } from '../harness/product.ts';

/** More stops than any page has. */
const MAX_STOPS = 70;

/** Uses a page by keyboard alone; after each step the focus is where it should be, and visible. */
export class KeyboardUser {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  /** Presses keys one after another. */
  async press(...keys: string[]): Promise<void> {
    for (const key of keys) await this.page.keyboard.press(key);
  }

  /** Types into the focused field. */
  async type(text: string): Promise<void> {
    await this.page.keyboard.type(text);
  }

  /** Expects the focus on the target or inside it, with a visible indicator. */
  async expectFocus(target: Locator): Promise<void> {
    await expect(this.#focused(target)).toBeAttached();
    await this.#expectVisibleFocus();
  }

  /** Presses a key until the focus is on the target. */
  async moveTo(target: Locator, key = 'Tab'): Promise<void> {
    await target.first().waitFor();
    const stops: string[] = [];
    while ((await this.#focused(target).count()) === 0) {
      stops.push((await describeFocus(this.page)).element);
      if (stops.length > MAX_STOPS)
        throw new Error(`${key} does not lead to ${String(target)}:\n${stops.join('\n')}`);
      await this.press(key);
    }
    await this.#expectVisibleFocus();
  }

  /** Opens the focused menu or select and chooses an option by the arrow keys. */
  async choose(option: Locator): Promise<void> {
    await this.press('Enter');
    await this.expectFocus(this.page.getByRole('menu').or(this.page.getByRole('listbox')).last());
    await this.press('Home');
    await this.moveTo(option, 'ArrowDown');
    await this.press('Enter');
  }

  /** Opens a page by the command palette; its heading is its name unless another is given. */
  async goTo(name: string, heading = name): Promise<void> {
    const { page } = this;
    await this.press('Control+k');
    await this.expectFocus(page.getByRole('combobox', { name: 'Go to a page or find by name' }));
    await this.type(name);
    await expect(page.getByRole('option', { name, selected: true }).first()).toBeVisible();
    await this.press('Enter');
    await this.expectPage(heading);
  }

  /** Expects a page by its heading, with the focus on its content. */
  async expectPage(heading: string): Promise<void> {
    await expect(this.page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
    await this.expectFocusOnPage();
  }

  /** Expects the focus on the page's content as a whole, where it is placed after a navigation. */
  async expectFocusOnPage(): Promise<void> {
    await expect(this.page.getByRole('main')).toBeFocused();
  }

  /** Signs in, from the field that is focused when the page opens. */
  async signIn({ email, password }: Credentials): Promise<void> {
    await this.expectFocus(this.page.getByLabel('E-mail'));
    await this.type(email);
    await this.press('Tab');
    await this.expectFocus(this.page.getByLabel('Password', { exact: true }));
    await this.type(password);
    await this.press('Enter');
    await this.expectPage('Dashboard');
  }

  #focused(target: Locator): Locator {
    return target.and(this.page.locator(':focus, :focus-within')).first();
  }

  async #expectVisibleFocus(): Promise<void> {
    await expect
      .poll(() => describeFocus(this.page), { intervals: [50] })
      .toEqual({ element: expect.any(String), fault: null });
  }
}

/** Describes the focused element, and what is wrong with how its focus is shown. */
const describeFocus = (page: Page): Promise<{ element: string; fault: string | null }> =>
  page.evaluate(() => {
    const focused = document.activeElement;
    if (!(focused instanceof HTMLElement) || focused === document.body)
      return { element: 'none', fault: 'the focus is lost' };
    const name =
      focused.getAttribute('aria-label') ?? (focused.innerText || focused.getAttribute('name') || '');
    const element = `${focused.getAttribute('role') ?? focused.localName} "${name.trim().slice(0, 60)}"`;

    // A native box may be invisible above what is drawn for it, so its position counts.
    const { left, top, width, height } = focused.getBoundingClientRect();
    const points = [0.5, 0.1, 0.9].flatMap((x) =>
      [0.5, 0.1, 0.9].map((y) => [left + width * x, top + height * y] as const),
    );
    const isOnTop = points.some(([x, y]) => {
      const hit = document.elementFromPoint(x, y);
      return (
        hit !== null &&
        (focused.contains(hit) || hit.contains(focused) || hit.closest('label')?.control === focused)
      );
    });
    if (!isOnTop) return { element, fault: 'it is covered or outside the viewport' };

    // Pages and dialogs take the focus so that they are read out; a focus ring belongs to controls.
    if (focused.tabIndex < 0 && focused.matches('main, [role="dialog"], .MuiDialog-container, h2'))
      return { element, fault: null };
    const hasRing = (candidate: Element | null | undefined): boolean => {
      if (!candidate) return false;
      const { outlineStyle, outlineWidth } = getComputedStyle(candidate);
      return outlineStyle !== 'none' && parseFloat(outlineWidth) > 0;
    };
    // A field shows it by its border, a switch on its track, a list of choices on its label.
    const border = focused.closest('.MuiInputBase-root')?.querySelector('fieldset');
    const isShown =
      hasRing(focused) ||
      hasRing(focused.closest('label')) ||
      hasRing(focused.closest('.MuiSwitch-root')?.querySelector('.MuiSwitch-track')) ||
      (border != null && parseFloat(getComputedStyle(border).borderTopWidth) >= 2) ||
      focused.matches('input[role="combobox"]');
    return { element, fault: isShown ? null : 'no focus ring shows it' };
  });
