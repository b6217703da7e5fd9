import { IconButton } from '@mui/material';
import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useTooltip } from '../src/feedback/use-tooltip';
import { ThemeRoot } from '../src/theme/theme-root';

function Tool({ name }: { name: string }) {
  const { target, tooltip } = useTooltip(name);
  return (
    <>
      <IconButton {...target} aria-label={name} />
      {tooltip}
    </>
  );
}

afterEach(() => jest.useRealTimers());

const show = () =>
  render(
    <ThemeRoot>
      <Tool name="Columns" />
      <Tool name="Refresh" />
    </ThemeRoot>,
  );

test('a control without words says its name while it is pointed at', async () => {
  show();
  await userEvent.hover(screen.getByRole('button', { name: 'Columns' }));
  expect(await screen.findByRole('tooltip')).toHaveTextContent('Columns');
  await userEvent.unhover(screen.getByRole('button', { name: 'Columns' }));
  await waitFor(() => expect(screen.queryByRole('tooltip')).not.toBeInTheDocument());
});

test('and where the keyboard has led to it, until Escape', async () => {
  show();
  await userEvent.tab();
  expect(await screen.findByRole('tooltip')).toHaveTextContent('Columns');
  await userEvent.tab();
  await waitFor(() => expect(screen.getByRole('tooltip')).toHaveTextContent('Refresh'));
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('tooltip')).not.toBeInTheDocument());
  expect(screen.getByRole('button', { name: 'Refresh' })).toHaveFocus();
});

test('what is pressed, or left before its name has shown, says nothing', async () => {
  jest.useFakeTimers();
  const user = userEvent.setup({ advanceTimers: jest.advanceTimersByTime });
  show();
  const button = screen.getByRole('button', { name: 'Columns' });
  await user.hover(button);
  await user.click(button);
  act(() => jest.advanceTimersByTime(1000));
  expect(screen.queryByRole('tooltip')).not.toBeInTheDocument();
});
