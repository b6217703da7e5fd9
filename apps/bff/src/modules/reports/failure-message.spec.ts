import { cardNumber, generator, spelled } from '../../../test/card-numbers';
import { cleanMessage } from './failure-message';

test.each([
  [
    "Cannot read properties of undefined (reading 'seat')",
    "Cannot read properties of undefined (reading 'seat')",
  ],
  ['No login for buyer@quayside.example', 'No login for …'],
  ['Card 4242 4242 4242 4242 in task 1234', 'Card … in task 1234'],
  ['GET https://seats.example/a.js?key=x failed', 'GET https://seats.example/a.js failed'],
  ['One\n  line', 'One line'],
  [' \n', null],
  ['x'.repeat(300), `${'x'.repeat(199)}…`],
])('keeps of the message %p what is nobody’s', (message, kept) => {
  expect(cleanMessage(message)).toBe(kept);
});

test('keeps no card number, however it is written', () => {
  const random = generator(11);
  for (let made = 0; made < 500; made += 1)
    expect(cleanMessage(spelled(cardNumber(random), random))).not.toMatch(/\p{Nd}{3}/u);
});
