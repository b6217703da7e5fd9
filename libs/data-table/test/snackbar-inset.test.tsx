import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { type SnackbarMessage, useSnackbar } from '@tessera/ui';
import { FloatingBulkBar } from '../src/bulk-bar';
import { Pagination } from '../src/pagination';
import { show } from './frame';

function ShowButton({ message }: { message: SnackbarMessage }) {
  const snackbar = useSnackbar();
  return <button onClick={() => snackbar.show(message)}>show</button>;
}

describe('a snackbar', () => {
  it('is shown above the pagination and the bulk bar of a list', async () => {
    const user = userEvent.setup();
    const bottom = () => screen.getByText('Task deleted').parentElement?.parentElement?.style.bottom;
    function List() {
      const [foot, setFoot] = useState<'none' | 'pages' | 'both'>('none');
      return (
        <>
          <ShowButton message={{ message: 'Task deleted' }} />
          {foot === 'none' ? null : (
            <Pagination
              page={1}
              pageSize={20}
              total={60}
              shown={20}
              onPage={jest.fn()}
              onPageSize={jest.fn()}
            />
          )}
          {foot === 'both' ? (
            <FloatingBulkBar
              summary="3 selected"
              detail={undefined}
              size={3}
              actions={[]}
              onClear={jest.fn()}
              selectAll={undefined}
            />
          ) : null}
          {(['none', 'pages', 'both'] as const).map((one) => (
            <button key={one} onClick={() => setFoot(one)}>
              {one}
            </button>
          ))}
        </>
      );
    }
    show(<List />);
    await user.click(screen.getByText('show'));
    expect(bottom()).toBe('20px');
    await user.click(screen.getByText('both'));
    expect(bottom()).toBe('76px');
    await user.click(screen.getByText('pages'));
    expect(bottom()).toBe('60px');
    await user.click(screen.getByText('none'));
    expect(bottom()).toBe('20px');
  });
});
