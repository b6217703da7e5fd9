import { cardNumberErrors, holdsCardNumber } from './card-numbers';

it.each([
  '4242424242424242',
  '4242 4242 4242 4242',
  'pay 5555-5555-5555-4444 now',
  'card 4242 4242 4242 4242 12 28',
  '378282246310005',
  '6011111111111117',
  '3056930009020004',
  '2223003122003222',
  '4222222222222',
])('finds the card number in "%s"', (text) => {
  expect(holdsCardNumber(text)).toBe(true);
});

it.each([
  'ends in 4242',
  '4242424242424241',
  '1763600000003',
  '+44 20 7946 0958',
  '42424242-4242-4242-8242-424242424242',
  'tok_4242424242424242abcdef',
])('lets "%s" pass', (text) => {
  expect(holdsCardNumber(text)).toBe(false);
});

it('names the field at any depth, also where the number is a number or a key', () => {
  const body = { a: [{ note: '4242424242424242' }], b: 4242424242424242, c: { '4242424242424242': 1 } };
  expect(cardNumberErrors(body).map(({ field }) => field)).toEqual(['a.0.note', 'b', 'c']);
});
