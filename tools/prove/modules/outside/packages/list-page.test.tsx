import '@testing-library/jest-dom';
import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { type Column } from '@tessera/data-table';
import { ListPage, useListState } from '@tessera/data-table/list-page';
import { StatusChip } from '@tessera/ui';
import { Button } from '@tessera/ui/mui';
import { show } from '@tessera/ui/testing';

interface Gate {
  id: number;
  name: string;
}

const gates: Gate[] = [
  { id: 1, name: 'North' },
  { id: 2, name: 'Harbour' },
];
const columns: Column<Gate>[] = [{ id: 'name', header: 'Name', cell: ({ name }) => name, fixed: true }];

beforeAll(() => {
  globalThis.ResizeObserver ??= class {
    observe() {}
    unobserve() {}
    disconnect() {}
  };
  window.matchMedia ??= (media) =>
    Object.assign(new EventTarget(), {
      matches: false,
      media,
      onchange: null,
      addListener: () => undefined,
      removeListener: () => undefined,
    });
  Element.prototype.animate ??= () => ({ cancel() {} }) as Animation;
});

function Gates() {
  const [params, setParams] = useState(() => new URLSearchParams());
  const state = useListState([params, (change) => setParams(change(params))], { filters: [], sort: 'name' });
  return (
    <ListPage
      noun="gates"
      state={state}
      columns={columns}
      rows={gates}
      total={gates.length}
      keyOf={({ id }) => id}
      nameOf={({ name }) => name}
      filters={[]}
      empty={{ sentence: 'No gates yet.', action: <Button>New gate</Button> }}
    />
  );
}

test('a list page of the packages shows its rows', async () => {
  show(<Gates />);
  expect(await screen.findByRole('grid')).toHaveTextContent('Harbour');
  await userEvent.type(screen.getByRole('searchbox'), 'n');
});

test('a component of the packages is themed', () => {
  show(<StatusChip of="task" state="queued" />);
  expect(screen.getByText('Queued')).toBeVisible();
  expect(document.documentElement).toBeDefined();
  render(<Button>Open</Button>);
  expect(screen.getByRole('button', { name: 'Open' })).toBeVisible();
});
