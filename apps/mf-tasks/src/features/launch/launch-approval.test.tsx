import { screen, waitFor, within } from '@testing-library/react';
import { refusal } from '@tessera/api/testing';
import { createCatalogueServer, openConsole } from '../../../test/console';
import { plan } from '../../../test/records';

test('says which rule a launch is over, and asks a second person for the plan that is shown', async () => {
  const need = { rule: 'per_launch', limit: 500, committed: 0, asked: 620, currency: 'GBP' };
  const refused = refusal(409, 'APPROVAL_NEEDED', 'A second person must approve this', { context: need });
  const server = createCatalogueServer()
    .on('POST /jobs/preview', { body: plan() })
    .on('POST /jobs', refused)
    .on('POST /approvals', { status: 201, body: { id: 9 } });
  const { user, address } = openConsole(server, '/jobs?launch=5');
  await user.click(await screen.findByRole('button', { name: 'Launch 2 tasks' }));
  const form = within(await screen.findByRole('dialog', { name: 'Ask for approval' }));
  expect(form.getByText('A second person must approve this launch')).toBeVisible();
  expect(form.getByText('Per launch: £500.00 · Asked: £620.00')).toBeVisible();
  await user.click(form.getByRole('button', { name: 'Ask for approval' }));
  expect(await form.findByText('Say why')).toBeVisible();
  expect(server.seen('POST /approvals')).toHaveLength(0);
  await user.type(form.getByLabelText('Reason'), 'The derby');
  await user.click(form.getByRole('button', { name: 'Ask for approval' }));
  await waitFor(() => expect(address()).toBe('/approvals/9'));
  expect(server.seen('POST /approvals').map(({ body }) => body)).toMatchObject([
    { kind: 'launch', reason: 'The derby', launch: { template_id: 5, plan_hash: plan().plan_hash } },
  ]);
});
