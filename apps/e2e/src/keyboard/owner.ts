import type { Page } from 'playwright-core';
import type { Credentials } from '../harness/product.ts';
import { signInByKeys, type Desk } from './desk.ts';

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
const row = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text });
const dialogOf = (page: Page) => page.getByRole('dialog');
const arrive = (page: Page, name: string) => page.getByRole('heading', { level: 1, name }).waitFor();

/** A template and its launch, its tasks, a filter kept as a view, the cart, an invitation; `held`: the cart is filled. */
export async function realmOwner(desk: Desk, owner: Credentials, held: Promise<unknown>): Promise<void> {
  await signInByKeys(desk, owner);
  await makeTemplate(desk);
  await launchTomorrow(desk);
  await lookAtTask(desk);
  await pauseAndResume(desk);
  await keepFilter(desk);
  await held;
  await markPurchased(desk);
  await invite(desk);
}

/** With logins from the dialog of choice. */
async function makeTemplate({ page, keys }: Desk): Promise<void> {
  const box = (name: string) => page.getByRole('combobox', { name });
  await keys.to(page.getByRole('link', { name: /^Templates/ }), 'Shift+Tab');
  await keys.press('Enter');
  await arrive(page, 'Templates');
  await row(page, 'Harbour City').waitFor();
  await keys.on(page.getByRole('main'));
  await keys.press('n');
  await keys.to(page.getByLabel('Name'));
  await keys.type('By keys');
  await keys.to(box('Site'));
  await keys.choose(page.getByRole('option', { name: /^Harbour Box Office/ }));
  await keys.to(box('Event'));
  await keys.choose(page.getByRole('option', { name: /^Glass Meridian/ }));
  await keys.to(page.getByLabel('Workers'));
  await keys.press('Control+a');
  await keys.type('2');
  await keys.to(button(page, 'Choose logins'));
  await keys.press('Enter');
  await keys.to(row(page, 'desk-01@'));
  await keys.press('Space', 'ArrowDown', 'Space');
  await keys.to(button(page, 'Use 2 logins'));
  await keys.press('Enter');
  await keys.on(button(page, '2 chosen'));
  await keys.to(button(page, 'Create template'));
  await keys.press('Enter');
  await dialogOf(page).waitFor({ state: 'detached' });
  await row(page, 'By keys').waitFor();
  await keys.on(page.getByRole('main'));
}

/** From the row's menu through the wizard, whose button keeps the focus from step to step, also while it plans. */
async function launchTomorrow({ page, keys }: Desk): Promise<void> {
  await keys.press('j');
  await keys.to(row(page, 'By keys'), 'ArrowDown');
  await keys.press('Shift+F10');
  await keys.to(page.getByRole('menuitem', { name: 'Launch' }), 'ArrowDown');
  await keys.press('Enter');
  const step = (name: string) => page.getByRole('heading', { level: 2, name }).waitFor();
  const next = button(page, 'Next');
  await step('Event');
  await keys.to(next);
  await keys.press('Enter');
  await step('Logins');
  await keys.on(next);
  await keys.press('Enter');
  await step('Schedule and pacing');
  await keys.to(page.getByLabel('First start'));
  await keys.type('tomorrow 9:30');
  await keys.to(next);
  await keys.press('Enter');
  await step('Plan preview');
  await keys.on(button(page, 'Launch 2 tasks'));
  await keys.press('Enter');
  await page.waitForURL(/\/tasks\?job_id=/);
  await arrive(page, 'Tasks');
  await row(page, 'Glass Meridian').nth(1).waitFor();
  await keys.on(page.getByRole('main'));
}

/** Beside the list, then the next one; Escape leads back to the list. */
async function lookAtTask({ page, keys }: Desk): Promise<void> {
  await keys.press('j', 'Enter');
  const timeline = page.getByRole('tab', { name: /^Timeline/ });
  await timeline.waitFor();
  await keys.to(button(page, 'Next'));
  await keys.press('Enter');
  // Having reached the last one, it gives the focus to what is beside it.
  await keys.on(page.getByRole('complementary').filter({ has: button(page, 'Previous') }));
  await timeline.waitFor();
  await keys.to(page.getByRole('tab', { name: 'Overview' }));
  await keys.press('ArrowRight', 'Enter');
  await keys.on(timeline);
  await keys.press('Escape');
  await timeline.waitFor({ state: 'detached' });
  await keys.on(page.getByRole('row'));
}

/** By the bar of what is selected. */
async function pauseAndResume({ page, keys }: Desk): Promise<void> {
  await keys.press('Home', 'x', 'j', 'x');
  await keys.to(button(page, /^Pause/));
  await keys.press('Enter');
  await keys.to(button(page, 'Pause 2 tasks'));
  await keys.press('Enter');
  await page.getByText('2 tasks paused').waitFor();
  await keys.on(button(page, /^Pause/));
  await keys.to(button(page, 'More actions'));
  await keys.choose(page.getByRole('menuitem', { name: /^Resume/ }));
  await keys.to(button(page, 'Resume 2 tasks'));
  await keys.press('Enter');
  await page.getByText('2 tasks resumed').waitFor();
  await keys.on(button(page, 'More actions'));
  await keys.to(button(page, 'Clear selection'));
  await keys.press('Enter');
  await page.getByRole('toolbar').waitFor({ state: 'detached' });
  await keys.on(page.getByRole('row'));
}

/** "Is not", and the view that keeps it. */
async function keepFilter({ page, keys }: Desk): Promise<void> {
  await keys.to(button(page, 'Filter'), 'Shift+Tab');
  await keys.choose(page.getByRole('menuitem', { name: 'Status' }));
  const editor = page.getByRole('dialog', { name: 'Filter by Status' });
  await keys.to(editor.getByRole('group', { name: 'Operator' }));
  await keys.to(editor.getByRole('button', { name: 'is not' }), 'ArrowRight');
  await keys.press('Space');
  await keys.to(editor.getByRole('checkbox', { name: 'Bought' }));
  await keys.press('Space', 'Enter');
  await editor.waitFor({ state: 'detached' });
  await button(page, 'Remove filter Status is not Bought').waitFor();
  await keys.on(button(page, 'Filter'));
  await keys.to(button(page, 'Saved views'));
  await keys.choose(page.getByRole('menuitem', { name: 'Save as a view…' }));
  await keys.on(dialogOf(page).getByLabel('Name'));
  await keys.type('Not bought');
  await keys.press('Enter');
  await dialogOf(page).waitFor({ state: 'detached' });
  await keys.on(button(page, 'Saved view Not bought'));
}

/** The row goes, the focus stays in the list. */
async function markPurchased({ page, keys }: Desk): Promise<void> {
  await keys.goTo('Tickets', 'Ticket Management');
  await keys.to(page.getByRole('tab', { name: /^Purchased/ }));
  await keys.press('ArrowRight', 'Enter');
  const groups = page.getByRole('row').filter({ has: button(page, 'Mark purchased') });
  await groups.nth(1).waitFor();
  await keys.to(groups.first());
  await keys.to(button(page, 'Mark purchased').first());
  await keys.press('Enter');
  const question = page.getByRole('alertdialog');
  await keys.on(question.getByRole('button', { name: 'Cancel' }));
  await keys.to(question.getByRole('button', { name: 'Mark as purchased' }));
  await keys.press('Enter');
  await page.getByText('2 seats marked as purchased').waitFor();
  await groups.nth(1).waitFor({ state: 'detached' });
  await keys.on(groups.first());
}

/** The link is shown once, and the focus comes back to where it was asked for. */
async function invite({ page, keys }: Desk): Promise<void> {
  await keys.to(button(page, /^Account of/), 'Shift+Tab');
  await keys.choose(page.getByRole('menuitem', { name: 'Account' }));
  await arrive(page, 'Account');
  await keys.to(page.getByRole('tab', { name: 'Account' }));
  await keys.press('ArrowRight', 'Enter');
  await arrive(page, 'People');
  await keys.to(button(page, 'Invite'));
  await keys.press('Enter');
  await keys.to(dialogOf(page).getByLabel('E-mail'));
  await keys.type('friend@quayside.example');
  await keys.press('Enter');
  await keys.on(button(page, 'Copy link'));
  await keys.to(button(page, 'Done'), 'Shift+Tab');
  await keys.press('Enter');
  await keys.on(button(page, 'Invite'));
}
