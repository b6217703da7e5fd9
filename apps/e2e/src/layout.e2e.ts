import { countMisalignedRows } from './states/misaligned-rows.ts';
import { countRowsOfOtherHeight } from './states/row-heights.ts';
import { expect, test } from './states/test.ts';

const SHORT = { viewport: { width: 1440, height: 320 } };
const SMALL_DESKTOP = { viewport: { width: 1024, height: 768 } };

test('gives lists the full width beside an open panel', async ({ openList }) => {
  for (const path of ['/tasks', '/jobs']) {
    const page = await openList(path, SMALL_DESKTOP);
    const panel = page.locator('aside h2');
    for (const row of [0, 2]) {
      await page.locator('tr[data-index]').nth(row).focus();
      await page.keyboard.press('Enter');
      await expect(panel).toBeVisible();
      expect(await countMisalignedRows(page)).toBe(0);
      await page.keyboard.press('Escape');
      await expect(panel).toHaveCount(0);
      expect(await countMisalignedRows(page)).toBe(0);
    }
  }
});

for (const { width, hasTouch } of [
  { width: 1440, hasTouch: false },
  { width: 1440, hasTouch: true },
  { width: 390, hasTouch: true },
])
  test(`draws rows of the height that the list expects: ${width} px, ${hasTouch ? 'touch' : 'mouse'}`, async ({
    openList,
  }) => {
    const page = await openList('/tasks', { viewport: { width, height: 844 }, hasTouch, isMobile: hasTouch });
    expect(await countRowsOfOtherHeight(page)).toBe(0);
  });

test('highlights the row below the pointer', async ({ openList }) => {
  const page = await openList('/tasks', SHORT);
  const rows = page.locator('tr[data-index]');
  for (const index of [2, 1]) {
    await rows.nth(index).hover();
    await expect(page.locator('tr[data-index]:hover')).toHaveCount(1);
    await expect(rows.nth(index)).not.toHaveCSS('background-color', 'rgba(0, 0, 0, 0)');
  }
});

test('shows a filter’s field and operator in full, however long its value is', async ({ openList }) => {
  const values = 'bought,failed,expired,stopped,stopping,idle,scheduled,running';
  const page = await openList(`/tasks?status=!${values}`, SHORT);
  const chip = page.getByRole('button', { name: /^Status is not Bought/ });
  await expect(chip).toBeVisible();
  const clipped = await chip.evaluate((button) =>
    [...button.children]
      .filter(({ scrollHeight, clientHeight }) => scrollHeight > clientHeight)
      .map(({ textContent }) => textContent),
  );
  expect(clipped).toEqual([]);
});

for (const viewport of [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
])
  test(`fills the window exactly, ${viewport.width} px wide`, async ({ openList }) => {
    const page = await openList('/tasks', { viewport });
    const { top, bottom } = await page.locator('#root').evaluate((root) => root.getBoundingClientRect());
    expect({ top, bottom }).toEqual({ top: 0, bottom: viewport.height });
  });

for (const path of ['/tickets', '/tickets?tab=cart&expired=true', '/tasks', '/jobs', '/templates', '/ledger'])
  test(`shows all columns of ${path} at 1024 px without horizontal scrolling`, async ({ openContext }) => {
    const context = await openContext('owner', {
      ...SMALL_DESKTOP,
      colorScheme: 'light',
      reducedMotion: 'reduce',
    });
    const page = await context.newPage();
    await page.goto(path);
    await expect(page.locator('tr[data-index]').first()).toBeVisible();
    const hidden = await page.locator('table').evaluate((table) => {
      const widths = [];
      for (let box = table.parentElement; box; box = box.parentElement)
        widths.push(box.scrollWidth - box.clientWidth);
      return Math.max(...widths);
    });
    expect(hidden).toBe(0);
  });

test('handles keys that are pressed before a menu is drawn, in their order', async ({ openList }) => {
  const page = await openList('/tasks', SHORT);
  await page.getByRole('button', { name: 'Filter', exact: true }).focus();
  // All at once, so that the menu can't be drawn between two of them.
  await Promise.all(['Enter', 'ArrowDown', 'Enter'].map((key) => page.keyboard.press(key)));
  await expect(page.getByRole('dialog', { name: 'Filter by Event' })).toBeVisible();
});

test('opens the menu beside an empty search field on the first click', async ({ openList }) => {
  const page = await openList('/tasks', SHORT);
  await page.getByRole('searchbox').first().focus();
  // Held as long as a person holds it, and longer than the field takes to become narrower.
  await page.getByRole('button', { name: 'Filter', exact: true }).click({ delay: 400 });
  await expect(page.getByRole('menuitem').first()).toBeVisible();
});
