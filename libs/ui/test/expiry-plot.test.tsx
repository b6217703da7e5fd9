import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { LocaleProvider } from '../src';
import { ExpiryPlot } from '../src/panels';
import { show } from './frame';

const start = Date.parse('2026-11-28T09:00:30.000Z');
const at = (seconds: number) => new Date(start + seconds * 1000).toISOString();
const plot = (steps: Parameters<typeof ExpiryPlot>[0]['steps']) =>
  show(
    <LocaleProvider timeZone="UTC" now={() => start}>
      <ExpiryPlot steps={steps} />
    </LocaleProvider>,
  );

test('shows the seats and the money that expire in each minute, the next one first', async () => {
  plot([
    { at: at(95), currency: 'GBP', seats: 2, total: 106 },
    { at: at(100), currency: 'GBP', seats: 1, total: 53 },
    { at: at(100), currency: 'EUR', seats: 1, total: 40 },
    { at: at(400), currency: 'GBP', seats: 4, total: 212 },
  ]);
  const chart = screen.getByRole('slider', { name: 'Seats that expire unpaid, by minute' });
  expect(chart).toHaveAttribute('aria-valuetext', '09:02, 4 seats, £159.00 + €40.00');
  await userEvent.tab();
  await userEvent.keyboard('{Home}');
  expect(chart).toHaveAttribute('aria-valuetext', '09:00, 0 seats');
  await userEvent.keyboard('{End}');
  expect(chart).toHaveAttribute('aria-valuetext', '09:09, 0 seats');
});

test('never adds up two currencies, and leaves out a price that isn’t known', () => {
  plot([{ at: at(20), currency: null, seats: 3, total: 0 }]);
  expect(screen.getByRole('slider')).toHaveAttribute('aria-valuetext', '09:00, 3 seats');
});

test('has what expires much later in its last minute', () => {
  plot([{ at: at(7200), currency: 'GBP', seats: 5, total: 50 }]);
  expect(screen.getByRole('slider')).toHaveAttribute('aria-valuetext', '09:29, 5 seats, £50.00');
});

test('renders nothing once everything has expired', () => {
  plot([{ at: at(-60), currency: 'GBP', seats: 5, total: 50 }]);
  expect(screen.queryByRole('slider')).not.toBeInTheDocument();
});
