import { screen, within } from '@testing-library/react';
import { moduleSettings, serveModules } from '../../../test/module-records';
import { open } from '../../../test/open';

const realmCanary = { release_id: 13, realm_id: 1, percent: null };

describe('before the first promotion', () => {
  const openFirst = (over: Parameters<typeof moduleSettings>[1] = {}) =>
    open(
      serveModules(moduleSettings(1, { stable_release_id: null, canaries: [realmCanary], ...over })),
      '/modules/mf-tickets',
    );

  test('has no stable version, and says that nobody else has one', async () => {
    openFirst();
    const rows = within(await screen.findByRole('region', { name: 'Who gets what' }));
    expect(await rows.findByText('Everybody else: 17 users')).toBeVisible();
    expect(rows.getByText('No version')).toBeVisible();
    expect(rows.queryByText('Stable')).not.toBeInTheDocument();
  });

  test('says that the end of the canary takes the module from its users', async () => {
    const { user } = openFirst();
    await user.click(await screen.findByRole('button', { name: 'End canary' }));
    const question = within(await screen.findByRole('alertdialog'));
    expect(await question.findByText('users lose its pages and menu entries')).toBeVisible();
    expect(question.getByText('3')).toBeVisible();
  });

  test.each([
    ['Turn off', true, 'users lose its pages and menu entries'],
    ['Turn on', false, 'users get its pages again, in version 1.10.0'],
  ])('%s counts only users with a canary', async (button, enabled, text) => {
    const { user } = openFirst({ enabled });
    await user.click(await screen.findByRole('button', { name: button }));
    const question = within(await screen.findByRole('alertdialog'));
    expect(await question.findByText(text)).toBeVisible();
    expect(question.getByText('3')).toBeVisible();
  });

  test('says of the first canary that nobody has a version so far', async () => {
    const { user } = openFirst({ canaries: [] });
    await user.click(await screen.findByRole('button', { name: 'Start canary' }));
    const form = within(await screen.findByRole('dialog'));
    expect(
      await form.findByText(/About 2 of 20 users get 1.10.0; nobody has a version so far./),
    ).toBeVisible();
  });
});
