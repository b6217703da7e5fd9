import { screen, within } from '@testing-library/react';
import { moduleSettings, serveModules } from '../../../test/module-records';
import { open } from '../../../test/open';

test('says before a promotion what is new in the console, and what is gone', async () => {
  const routes = [{ path: '/risk', action: 'write' as const, reach: 'own' as const }];
  const slots = [
    {
      id: 'risk',
      place: 'task.tab' as const,
      title: 'Risk',
      action: 'read' as const,
      reach: 'own' as const,
    },
  ];
  const entities = [
    {
      name: 'note',
      read: { action: 'read' as const, reach: 'own' as const },
      write: { action: null, reach: null },
      of: 'task' as const,
      indexes: [],
    },
  ];
  const [newest, ...others] = moduleSettings(1).releases;
  const changed = {
    ...newest!,
    declares: { permissions: ['read:own', 'write:own'], routes, slots, entities },
  };
  const server = serveModules(
    moduleSettings(1, {
      releases: [changed, ...others],
      canaries: [{ release_id: 13, realm_id: 1, percent: null }],
    }),
  );
  const { user } = open(server, '/modules/mf-tickets');
  await user.click(await screen.findByRole('button', { name: 'Promote' }));
  const question = within(await screen.findByRole('alertdialog'));
  expect(await question.findByText('things are new in the console')).toBeVisible();
  expect(
    question.getByText(
      'permission write:own; page /risk (write:own); tab of tasks: Risk (read:own); own rows note of tasks (read: read:own, write: any signed-in user)',
    ),
  ).toBeVisible();
  expect(question.getByText('thing is no longer in the console')).toBeVisible();
  expect(question.getByText('page /tickets (read:own)')).toBeVisible();
});
