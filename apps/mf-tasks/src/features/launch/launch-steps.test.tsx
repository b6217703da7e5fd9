import { screen } from '@testing-library/react';
import { catalogue, openConsole } from '../../../test/console';

const step = (name: string) => screen.findByRole('heading', { name });

test('Back goes one step back, and what was chosen stays', async () => {
  const { user, address, back } = openConsole(catalogue(), '/templates?launch=5');
  await step('Event');
  await user.click(screen.getByRole('button', { name: 'Next' }));
  await step('Logins');
  await user.click(await screen.findByRole('radio', { name: /A pool/ }));
  await user.click(screen.getByRole('button', { name: 'Next' }));
  await step('Schedule and pacing');
  expect(address()).toBe('/templates?launch=5&launch_step=3');
  await back();
  await step('Logins');
  expect(screen.getByRole('radio', { name: /A pool/ })).toBeChecked();
});

test('an address of a later step begins where something is missing', async () => {
  openConsole(catalogue(), '/jobs?launch=&launch_step=3');
  await step('Template');
});
