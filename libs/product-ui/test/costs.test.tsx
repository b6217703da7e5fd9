import { render } from '@testing-library/react';
import { formatCost, formatCosts, PlannedCost } from '../src/costs';

test.each([
  ['en-GB', 'GBP', 960, 1240, '£960–1,240'],
  ['en-GB', 'GBP', 960.5, 1240, '£960.50–1,240.00'],
  ['en-GB', 'GBP', 53, 53, '£53'],
  ['en-GB', 'GBP', 0, 0, '£0'],
  ['en-GB', 'JPY', 6500, 9800, '¥6,500–9,800'],
  ['en-GB', 'KWD', 3.391, 7.411, 'KWD 3.391–7.411'],
  ['de-DE', 'GBP', 960, 1240, '960–1.240 £'],
  ['de-DE', 'EUR', 960.5, 1240.25, '960,50–1.240,25 €'],
])('%s shows %s from %d to %d as %s', (locale, currency, min, max, expected) => {
  expect(formatCost({ currency, min, max }, locale).replaceAll('\u00a0', ' ')).toBe(expected);
});

it('never adds two currencies', () => {
  const costs = [
    { currency: 'GBP', min: 10, max: 20 },
    { currency: 'JPY', min: 1000, max: 1000 },
  ];
  expect(formatCosts(costs, 'en-GB')).toBe('£10–20 + ¥1,000');
});

test.each([
  ['a cost', [{ currency: 'GBP', min: 10, max: 20 }], 60, 0, '£10–20'],
  [
    'what it leaves out',
    [{ currency: 'GBP', min: 10, max: 20 }],
    60,
    40,
    '£10–20No price known for 40 of 60 seats',
  ],
  ['no price at all, which is no zero', [], 60, 60, 'No price known for 60 seats'],
  ['no price of one seat', [], 1, 1, 'No price known for 1 seat'],
  ['nothing planned', [], 0, 0, '–'],
])('shows %s', (_, costs, seats, unpricedSeats, expected) => {
  const { container } = render(<PlannedCost costs={costs} seats={seats} unpricedSeats={unpricedSeats} />);
  expect(container).toHaveTextContent(expected);
});
