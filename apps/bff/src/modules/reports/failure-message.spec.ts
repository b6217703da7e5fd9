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
