import type { Page } from '@playwright/test';
import type { Visitor } from '../harness/sessions.ts';

/** A page, dialog or state of the console. */
export interface PageState {
  /** Unique; also names its screenshots. */
  name: string;
  path: string;
  visitor: Visitor;
  /** Waits until the page shows its content. */
  ready: (page: Page) => Promise<unknown>;
  /** Opens a dialog or panel, once the page is ready. */
  open?: (page: Page) => Promise<unknown>;
  /** Replaces responses, before the page is opened. */
  intercept?: (page: Page) => Promise<unknown>;
  /** Console messages that the replaced responses cause. */
  expectedMessages?: RegExp;
  /** Opened in a context of its own, which has loaded nothing but the shell. */
  inFreshContext?: boolean;
}

export const heading =
  (name: string | RegExp) =>
  (page: Page): Promise<unknown> =>
    page.getByRole('heading', { level: 1, name }).waitFor();

export const rows = async (page: Page): Promise<unknown> => page.getByRole('row').nth(1).waitFor();

/** Clicks a button that opens a dialog. */
export const button = (name: string | RegExp) => async (page: Page) => {
  await page.getByRole('button', { name }).first().click();
  await page.getByRole('dialog').waitFor();
};

export const menu = (name: string | RegExp) => async (page: Page) => {
  await page.getByRole('button', { name, exact: typeof name === 'string' }).click();
  await page.getByRole('menu').waitFor();
};

/** Opens the first row's menu and chooses an entry that opens a dialog. */
export const rowAction = (entry: string | RegExp) => async (page: Page) => {
  await page.getByRole('row').nth(1).hover();
  await page
    .getByRole('button', { name: /^Actions for / })
    .first()
    .click();
  await page.getByRole('menuitem', { name: entry }).click();
  await page.locator('[role$="dialog"]').last().waitFor();
};

/** Selects the first two rows. */
export const selectTwo = async (page: Page): Promise<void> => {
  for (const row of [1, 2]) await page.getByRole('row').nth(row).getByRole('checkbox').check();
  await page.getByRole('toolbar').waitFor();
};

/** Opens the drawer of the first row and presses a button of its content. */
export const drawerButton = (name: string | RegExp) => async (page: Page) => {
  await page.getByRole('row').nth(1).getByRole('gridcell').nth(1).click();
  await page.getByRole('complementary').getByRole('button', { name }).first().click();
};
