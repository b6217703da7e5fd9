import { screen } from '@testing-library/react';
import type { CheckPlan, CheckResult, PlanToCheck } from '@tessera/federation/slots';
import { createCatalogueServer, openConsole } from '../../../test/console';
import { plan } from '../../../test/records';
import { hostSlots } from '../../../test/slots';

/** Opens the plan, which a module checks. */
function openPlan(check: CheckPlan) {
  const remote = {
    name: 'mf-risk',
    routes: [],
    slots: { risk: { place: 'launch.check' as const, load: () => Promise.resolve(check) } },
  };
  const declared = [{ id: 'risk', place: 'launch.check', title: 'Risk of fraud' }];
  const server = createCatalogueServer().on('POST /jobs/preview', { body: plan() });
  return openConsole(server, '/jobs?launch=5', undefined, hostSlots(remote, declared));
}

const launchButton = () => screen.findByRole('button', { name: 'Launch 2 tasks' });

test('asks the checks of modules about the shown plan', async () => {
  const seen: PlanToCheck[] = [];
  openPlan((checked) => {
    seen.push(checked);
    return Promise.resolve({ verdict: 'warn', reason: '2 customers bought twice' });
  });
  expect(await screen.findByText('2 customers bought twice')).toBeVisible();
  expect(screen.getByText('Risk of fraud')).toBeVisible();
  expect(await launchButton()).toBeEnabled();
  expect(seen).toEqual([
    {
      realm_id: 1,
      event_id: 7,
      template_id: 5,
      scheduled_at: null,
      tasks: plan().lines.map(({ login_id, seats, verdict }) => ({ login_id, seats, verdict })),
    },
  ]);
});

test('launches no plan that a check blocks, nor one that it still looks at', async () => {
  const answer = Promise.withResolvers<CheckResult>();
  openPlan(() => answer.promise);
  expect(await screen.findByRole('heading', { name: 'Checks by modules' })).toBeVisible();
  expect(await launchButton()).toBeDisabled();
  answer.resolve({ verdict: 'blocked', reason: 'The season’s budget is used up' });
  expect(await screen.findByText('Risk of fraud: The season’s budget is used up')).toBeVisible();
  expect(await launchButton()).toBeDisabled();
});

test.each<[string, () => Promise<unknown>]>([
  ['throws', () => Promise.reject(new Error('No answer'))],
  ['answers nonsense', () => Promise.resolve({ verdict: 'perhaps', reason: 7 })],
  ['answers too much', () => Promise.resolve({ verdict: 'ok', reason: 'x'.repeat(1_000_000) })],
])('does without a check that %s', async (_, answer) => {
  const error = jest.spyOn(console, 'error').mockImplementation(() => undefined);
  openPlan(answer as CheckPlan);
  expect(await launchButton()).toBeEnabled();
  expect(screen.queryByRole('heading', { name: 'Checks by modules' })).not.toBeInTheDocument();
  expect(error).toHaveBeenCalledWith(expect.stringMatching(/^The slot risk of mf-risk 1.0.0 failed/));
  error.mockRestore();
});
