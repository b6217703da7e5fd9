import { screen, waitFor, within } from '@testing-library/react';
import { catalogue, openConsole } from '../../../test/console';
import { event, login, template } from '../../../test/records';
import { list, refusal } from '../../../test/server';

const named = async (name: string) => screen.findByRole('row', { name: new RegExp(name) });

test('lists templates with what they go for', async () => {
  openConsole(catalogue(), '/templates');
  const row = await named('North stand fours');
  expect(within(row).getByText('Holds')).toBeVisible();
  expect(within(row).getByText('Harbour City Tickets')).toBeVisible();
  expect(within(row).getByText('Premium')).toBeVisible();
});

test('an empty list says what a template is and offers to make one', async () => {
  const { user } = openConsole(catalogue().on('GET /templates', list([])), '/templates');
  expect(await screen.findByText(/No templates yet/)).toBeVisible();
  await user.click(screen.getAllByRole('button', { name: 'New template' })[1]!);
  expect(await screen.findByRole('dialog', { name: 'New template' })).toBeVisible();
});

test('a failure shows the server’s words, code and request, and can be tried again', async () => {
  const server = catalogue().on('GET /templates', refusal(400, 'VALIDATION', 'sort must be one of name'));
  const { user } = openConsole(server, '/templates');
  expect(await screen.findByText('sort must be one of name')).toBeVisible();
  expect(screen.getByText(/VALIDATION · request req-77/)).toBeVisible();
  server.on('GET /templates', list([template()]));
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  await named('North stand fours');
});
