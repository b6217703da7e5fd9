import type { Page } from '@playwright/test';
import type { PageState } from './page-state.ts';

/** A page that reads nothing, so that the one before it is left completely. */
const NEUTRAL_PATH = '/unauthorized';

/** Navigates as Back and Forward do: the console stays loaded. */
export async function navigate(page: Page, path: string): Promise<void> {
  await page.evaluate((address) => {
    history.pushState(null, '', address);
    dispatchEvent(new PopStateEvent('popstate'));
  }, path);
}

/** Loads the console at a neutral page from which each of the visitor's states can be shown. */
export async function loadConsole(page: Page, { visitor }: Pick<PageState, 'visitor'>): Promise<void> {
  await page.goto(visitor === 'anonymous' ? '/auth/register' : NEUTRAL_PATH);
  await page.getByRole('heading', { level: 1 }).waitFor();
}

/** Shows a state in a page that has loaded the console already, and waits until it is complete. */
export async function showState(page: Page, state: PageState): Promise<void> {
  await leavePage(page, state);
  await state.intercept?.(page);
  await navigate(page, state.path);
  await state.ready(page);
  await state.open?.(page);
}

/** Leaves the current page, and removes what was intercepted for it. */
export async function leavePage(page: Page, { visitor }: Pick<PageState, 'visitor'>): Promise<void> {
  if (visitor === 'anonymous') {
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    return;
  }
  // Away from whatever the next page draws under it, such as a button with a tooltip.
  await page.mouse.move(0, 0);
  await navigate(page, NEUTRAL_PATH);
  await page.locator('h1', { hasText: 'No permission' }).waitFor({ state: 'attached' });
  // The command palette belongs to no page and stays open.
  const modals = page.locator('.MuiModal-root');
  if (await modals.count()) {
    await modals.last().locator('[tabindex]').first().focus();
    await page.keyboard.press('Escape');
  }
  await page.getByRole('heading', { level: 1, name: 'No permission' }).waitFor();
  // Pending requests continue now that nothing waits for them.
  await page.unrouteAll({ behavior: 'ignoreErrors' });
}
