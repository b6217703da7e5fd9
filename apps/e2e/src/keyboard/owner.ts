import { expect, type Page, test } from '@playwright/test';
import type { KeyboardUser } from './keyboard-user.ts';

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
const row = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text });
const dialogOf = (page: Page) => page.getByRole('dialog');

/** Creates a template, launches it, reads, pauses and resumes its tasks, and saves a filter as a view. */
export async function useTasksByKeyboard(user: KeyboardUser): Promise<void> {
  await test.step('create a template', () => createTemplate(user));
  await test.step('launch a job for tomorrow', () => launchForTomorrow(user));
  await test.step('read a task', () => readTask(user));
  await test.step('pause and resume tasks', () => pauseAndResume(user));
  await test.step('save a filter', () => saveFilter(user));
}

/** Marks seats in the cart as purchased, and invites a person. */
export async function useTicketsByKeyboard(user: KeyboardUser): Promise<void> {
  await test.step('mark seats as purchased', () => markPurchased(user));
  await test.step('invite a person', () => invite(user));
}

/** The logins are chosen in a dialog. */
async function createTemplate(user: KeyboardUser): Promise<void> {
  const { page } = user;
  const box = (name: string) => page.getByRole('combobox', { name });
  await user.moveTo(page.getByRole('link', { name: /^Templates/ }), 'Shift+Tab');
  await user.press('Enter');
  await user.expectPage('Templates');
  await expect(row(page, 'Harbour City')).toBeVisible();
  await user.press('n');
  await user.moveTo(page.getByLabel('Name'));
  await user.type('By keyboard');
  await user.moveTo(box('Site'));
  await user.choose(page.getByRole('option', { name: /^Harbour Box Office/ }));
  await user.moveTo(box('Event'));
  await user.choose(page.getByRole('option', { name: /^Glass Meridian/ }));
  await user.moveTo(page.getByLabel('Tasks'));
  await user.press('Control+a');
  await user.type('2');
  await user.moveTo(button(page, 'Choose logins'));
  await user.press('Enter');
  await user.moveTo(row(page, 'desk-01@'));
  await user.press('Space', 'ArrowDown', 'Space');
  await user.moveTo(button(page, 'Use 2 logins'));
  await user.press('Enter');
  await user.expectFocus(button(page, '2 chosen'));
  await user.moveTo(button(page, 'Create template'));
  await user.press('Enter');
  await expect(dialogOf(page)).toHaveCount(0);
  await expect(row(page, 'By keyboard')).toBeVisible();
  await user.expectFocusOnPage();
}

/** The wizard's button keeps the focus also while the plan is loading. */
async function launchForTomorrow(user: KeyboardUser): Promise<void> {
  const { page } = user;
  await user.press('j');
  await user.moveTo(row(page, 'By keyboard'), 'ArrowDown');
  await user.press('Shift+F10');
  await user.moveTo(page.getByRole('menuitem', { name: 'Launch' }), 'ArrowDown');
  await user.press('Enter');
  const expectStep = (name: string) => expect(page.getByRole('heading', { level: 2, name })).toBeVisible();
  const next = button(page, 'Next');
  await expectStep('Plan preview');
  await user.moveTo(button(page, 'Change Schedule and pacing'));
  await user.press('Enter');
  await expectStep('Schedule and pacing');
  await user.moveTo(page.getByLabel('First start'));
  await user.type('tomorrow 9:30');
  await user.moveTo(next);
  await user.press('Enter');
  await expectStep('Plan preview');
  await user.expectFocus(button(page, /^Launch on /));
  await user.press('Enter');
  await expect(page).toHaveURL(/\/jobs\/\d+$/);
  await user.expectPage('By keyboard');
  await user.goTo('Jobs');
  await expect(row(page, 'By keyboard')).toBeVisible();
  await user.press('j', 'Enter');
  await user.moveTo(page.getByRole('link', { name: 'open its tasks' }));
  await user.press('Enter');
  await expect(page).toHaveURL(/\/tasks\?job_id=/);
  await user.expectPage('Tasks');
  await expect(row(page, 'Glass Meridian').nth(1)).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
}

/** The task opens beside the list; Escape returns the focus to the list. */
async function readTask(user: KeyboardUser): Promise<void> {
  const { page } = user;
  await user.press('j', 'Enter');
  const timeline = page.getByRole('tab', { name: /^Timeline/ });
  await expect(timeline).toBeVisible();
  await user.moveTo(button(page, 'Next'));
  await user.press('Enter');
  // At the last task the button is disabled, and its panel takes the focus.
  await user.expectFocus(page.getByRole('complementary').filter({ has: button(page, 'Previous') }));
  await expect(timeline).toBeVisible();
  await user.moveTo(page.getByRole('tab', { name: 'Overview' }));
  await user.press('ArrowRight', 'Enter');
  await user.expectFocus(timeline);
  await user.press('Escape');
  await expect(timeline).toHaveCount(0);
  await user.expectFocus(page.getByRole('row'));
}

/** By the selection's toolbar. */
async function pauseAndResume(user: KeyboardUser): Promise<void> {
  const { page } = user;
  await user.press('Home', 'x', 'j', 'x');
  await user.moveTo(button(page, /^Pause/));
  await user.press('Enter');
  await user.moveTo(button(page, 'Pause 2 tasks'));
  await user.press('Enter');
  await expect(page.getByText('2 tasks paused')).toBeVisible();
  await user.expectFocus(button(page, /^Pause/));
  await user.moveTo(button(page, 'More actions'));
  await user.choose(page.getByRole('menuitem', { name: /^Resume/ }));
  await user.moveTo(button(page, 'Resume 2 tasks'));
  await user.press('Enter');
  await expect(page.getByText('2 tasks resumed')).toBeVisible();
  await user.expectFocus(button(page, 'More actions'));
  await user.moveTo(button(page, 'Clear selection'));
  await user.press('Enter');
  await expect(page.getByRole('toolbar')).toHaveCount(0);
  await user.expectFocus(page.getByRole('row'));
}

/** Filters by a status that tasks don't have, and saves the view. */
async function saveFilter(user: KeyboardUser): Promise<void> {
  const { page } = user;
  await user.moveTo(button(page, 'Filter'), 'Shift+Tab');
  await user.choose(page.getByRole('menuitem', { name: 'Status' }));
  const editor = page.getByRole('dialog', { name: 'Filter by Status' });
  await user.moveTo(editor.getByRole('group', { name: 'Operator' }));
  await user.moveTo(editor.getByRole('button', { name: 'is not' }), 'ArrowRight');
  await user.press('Space');
  await user.moveTo(editor.getByRole('checkbox', { name: 'Bought' }));
  await user.press('Space', 'Enter');
  await expect(editor).toHaveCount(0);
  await expect(button(page, 'Remove filter Status is not Bought')).toBeVisible();
  await user.expectFocus(button(page, 'Filter'));
  await user.moveTo(button(page, 'Saved views'));
  await user.choose(page.getByRole('menuitem', { name: 'Save as a view…' }));
  await user.expectFocus(dialogOf(page).getByLabel('Name'));
  await user.type('Not bought');
  await user.press('Enter');
  await expect(dialogOf(page)).toHaveCount(0);
  await user.expectFocus(button(page, 'Saved view Not bought'));
}

/** The row disappears, and the focus stays in the list. */
async function markPurchased(user: KeyboardUser): Promise<void> {
  const { page } = user;
  await user.goTo('Tickets', 'Ticket Management');
  await user.moveTo(page.getByRole('tab', { name: /^Purchased/ }));
  await user.press('ArrowRight', 'Enter');
  const groups = page.getByRole('row').filter({ has: button(page, 'Mark purchased') });
  await expect(groups.nth(1)).toBeVisible();
  await user.moveTo(groups.first());
  await user.moveTo(button(page, 'Mark purchased').first());
  await user.press('Enter');
  const question = page.getByRole('alertdialog');
  await user.expectFocus(question.getByRole('button', { name: 'Cancel' }));
  await user.moveTo(question.getByRole('button', { name: 'Mark as purchased' }));
  await user.press('Enter');
  await expect(page.getByText('2 seats marked as purchased')).toBeVisible();
  await expect(groups.nth(1)).toHaveCount(0);
  await user.expectFocus(groups.first());
}

/** The link is shown once; then the focus returns to the button that opened the dialog. */
async function invite(user: KeyboardUser): Promise<void> {
  const { page } = user;
  await user.moveTo(button(page, /^Account of/), 'Shift+Tab');
  await user.choose(page.getByRole('menuitem', { name: 'Account' }));
  await expect(page.getByRole('heading', { level: 1, name: 'Account' })).toBeVisible();
  await user.moveTo(page.getByRole('tab', { name: 'Account' }));
  await user.press('ArrowRight', 'Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'People' })).toBeVisible();
  await user.moveTo(button(page, 'Invite'));
  await user.press('Enter');
  await user.moveTo(dialogOf(page).getByLabel('E-mail'));
  await user.type('friend@quayside.example');
  await user.press('Enter');
  await user.expectFocus(button(page, 'Copy link'));
  await user.moveTo(button(page, 'Done'), 'Shift+Tab');
  await user.press('Enter');
  await user.expectFocus(button(page, 'Invite'));
}
