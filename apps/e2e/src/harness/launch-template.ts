import { expect, type Page } from '@playwright/test';
import { openMenuEntry } from './sign-in.ts';

/** Presses the wizard's last button for a template from the list of templates. */
export async function pressLaunch(page: Page, name: string, taskCount: number): Promise<void> {
  await openMenuEntry(page, 'Templates');
  await page.getByRole('button', { name: `Actions for ${name}` }).click();
  await page.getByRole('menuitem', { name: 'Launch' }).click();
  await page.getByRole('button', { name: `Launch ${taskCount} tasks` }).click();
}

/** Launches a template from the list of templates by the wizard; ends at the tasks on the job's page. */
export async function launchTemplate(page: Page, name: string, taskCount: number): Promise<void> {
  await pressLaunch(page, name, taskCount);
  await expect(page).toHaveURL(/\/jobs\/\d+$/);
  await page.getByRole('tab', { name: /^Tasks/ }).click();
  await expect(page).toHaveURL(/\?tab=tasks$/);
}
