import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ModuleSlot } from '@tessera/federation';
import { announced, json, modules, people, resetBrowser, startShell } from '../../test/app';

beforeEach(() => resetBrowser());

const readers = { action: 'read', reach: 'own' } as const;
const administrators = { action: 'admin', reach: 'all' } as const;

/** The modules, of which the first one fills these slots. */
const withSlots = (...slots: ModuleSlot[]) =>
  announced(modules.map((release, i) => (i === 0 ? { ...release, slots } : release)));

test.each([
  ['user', ['Find a job']],
  ['admin', ['Find a job', 'Find a realm']],
] as const)('gives a %s the slots of their permissions alone', async (who, expected) => {
  const user = userEvent.setup();
  startShell('/tasks', people[who], {
    'GET /api/modules': withSlots(
      { id: 'job', place: 'palette.entry', title: 'Find a job', path: '/jobs', ...readers },
      { id: 'realm', place: 'palette.entry', title: 'Find a realm', path: '/jobs', ...administrators },
    ),
  });
  await screen.findByRole('heading', { name: 'page of /tasks' });
  await user.keyboard('{Control>}k{/Control}');
  await screen.findByRole('combobox', { name: 'Go to a page or find by name' });
  await user.keyboard('find a');
  await waitFor(() =>
    expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual(expected),
  );
});

describe('a card on the dashboard', () => {
  const card: ModuleSlot = { id: 'risk', place: 'dashboard.card', title: 'Risk', ...readers };
  const answers = {
    'GET /api/modules': withSlots(card),
    // The page's own panels say that their figures can't be had.
    'GET /api/dashboard': () => json(500, { message: 'Not now', code: 'INTERNAL' }),
  };
  const start = (content: () => React.ReactNode) => {
    const shell = startShell('/dashboard', people.owner, answers);
    shell.remotes['mf-tasks'] = {
      name: 'mf-tasks',
      routes: [],
      slots: { risk: { place: 'dashboard.card', load: () => Promise.resolve(content) } },
    };
    return shell;
  };

  test('is shown below the page’s own panels, once its module is loaded', async () => {
    const shell = start(() => <section>2 risky tasks</section>);
    expect(await screen.findByText('2 risky tasks')).toBeVisible();
    expect(shell.started()).toEqual(['mf-tasks 1.8.2']);
  });

  test('that throws leaves the page alone', async () => {
    const error = jest.spyOn(console, 'error').mockImplementation(() => undefined);
    start(() => {
      throw new Error('The card throws');
    });
    await waitFor(() =>
      expect(error).toHaveBeenCalledWith(expect.stringMatching(/^The slot risk of mf-tasks 1.8.2 failed/)),
    );
    expect(screen.getByRole('heading', { name: 'Dashboard' })).toBeVisible();
    error.mockRestore();
  });
});
