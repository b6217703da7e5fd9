import { screen, waitFor, within } from '@testing-library/react';
import { createCatalogueServer, openConsole } from '../../../test/console';
import { plan } from '../../../test/records';
import { forecast, help, payers } from '../../../test/room';

const spread = help({ kind: 'spread', seconds: 40, tasks: 20 });
const buy = help({ kind: 'buy', tasks: 20, levels: ['C'], expire: 4 });

/** Opens the plan of the template whose launch the server forecasts so. */
function openPlan(payments: ReturnType<typeof plan>['payments']) {
  const server = createCatalogueServer()
    .on('POST /jobs/preview', { body: plan({ payments }) })
    .on('GET /on-sale/7/payers', { body: payers() })
    .on('POST /on-sale/7/payers/ask', { body: { asked: 3 } });
  return { server, ...openConsole(server, '/jobs?launch=5') };
}
const section = async () => within(await screen.findByRole('region', { name: 'Who pays' }));

test('says whether people can pay what the launch brings, and spreads its starts, with Undo', async () => {
  const { server, user } = openPlan(forecast({ waiting: 0, help: [spread, buy] }));
  const shown = await section();
  expect(
    shown.getByText('12 baskets a minute will come, these people can pay 4, 31 will expire.'),
  ).toBeVisible();
  expect(shown.getByRole('link', { name: 'Buy instead of hold' })).toHaveAttribute(
    'href',
    '/templates?open=5',
  );
  await user.click(shown.getByRole('button', { name: 'Spread the starts by 40 s' }));
  const delays = () =>
    server.seen('POST /jobs/preview').map(({ body }) => (body as { launch_delay?: number }).launch_delay);
  await waitFor(() => expect(delays()).toEqual([undefined, 40]));
  await user.click(await screen.findByRole('button', { name: 'Undo' }));
  expect(await screen.findByText('Former starts restored')).toBeVisible();
  expect(await section()).toBeDefined();
});

test('asks the others to pay', async () => {
  const { user } = openPlan(forecast({ help: [help({ kind: 'payers', count: 1 })] }));
  const shown = await section();
  await user.click(shown.getByRole('button', { name: 'Ask for 1 more person' }));
  const question = within(await screen.findByRole('alertdialog'));
  await user.click(await question.findByRole('button', { name: 'Ask' }));
  expect(await screen.findByText('3 people notified')).toBeVisible();
});

test.each([
  ['nobody is on', { paid_per_minute: 0, waiting: 0 }, /nobody is on to pay, 31 will expire\.$/],
  ['all are paid', { expire: 0, waiting: 0, help: [] }, /these people can pay 4, none will expire\.$/],
])('says that %s', async (_, over, text) => {
  openPlan(forecast(over));
  expect(await (await section()).findByText(text)).toBeVisible();
});

test('says nothing where people pay nothing', async () => {
  openPlan(null);
  expect(await screen.findByRole('button', { name: 'Launch 2 tasks' })).toBeEnabled();
  expect(screen.queryByRole('region', { name: 'Who pays' })).toBeNull();
});
