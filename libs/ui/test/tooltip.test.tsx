import { IconButton, Tooltip } from '@mui/material';
import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ThemeRoot } from '../src/theme-root';

const Tool = ({ name }: { name: string }) => (
  <Tooltip title={name}>
    <IconButton aria-label={name} />
  </Tooltip>
);

afterEach(() => jest.useRealTimers());

const show = () =>
  render(
    <ThemeRoot>
      <Tool name="Columns" />
      <Tool name="Refresh" />
    </ThemeRoot>,
  );

test('shows an icon button’s name while it is hovered', async () => {
  show();
  await userEvent.hover(screen.getByRole('button', { name: 'Columns' }));
  expect(await screen.findByRole('tooltip')).toHaveTextContent('Columns');
  await userEvent.unhover(screen.getByRole('button', { name: 'Columns' }));
  await waitFor(() => expect(screen.queryByRole('tooltip')).not.toBeInTheDocument());
});

test('shows it while the button has keyboard focus, until Escape', async () => {
  show();
  await userEvent.tab();
  expect(await screen.findByRole('tooltip')).toHaveTextContent('Columns');
  await userEvent.tab();
  await waitFor(() => expect(screen.getByRole('tooltip')).toHaveTextContent('Refresh'));
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('tooltip')).not.toBeInTheDocument());
  expect(screen.getByRole('button', { name: 'Refresh' })).toHaveFocus();
});

test('shows no tooltip when the pointer only passes over a control', async () => {
  jest.useFakeTimers();
  const user = userEvent.setup({ advanceTimers: jest.advanceTimersByTime });
  show();
  const button = screen.getByRole('button', { name: 'Columns' });
  await user.hover(button);
  await user.unhover(button);
  act(() => jest.advanceTimersByTime(1000));
  expect(screen.queryByRole('tooltip')).not.toBeInTheDocument();
});
