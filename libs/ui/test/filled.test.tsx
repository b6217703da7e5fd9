import { render } from '@testing-library/react';
import { InterpolatedText } from '../src';

const shown = (text: string) =>
  render(
    <InterpolatedText
      text={({ used, since }) => text.replace('{{used}}', used).replace('{{since}}', since)}
      elements={{ used: <time>today</time>, since: <b>Friday</b> }}
    />,
  ).container;

test('elements stand in a text’s places, in the order that the language has them', () => {
  expect(shown('last used {{used}}, signed in {{since}}').innerHTML).toBe(
    'last used <time>today</time>, signed in <b>Friday</b>',
  );
  expect(shown('{{since}} angemeldet, benutzt {{used}}.').innerHTML).toBe(
    '<b>Friday</b> angemeldet, benutzt <time>today</time>.',
  );
});

test('a place that a text has not stays away', () => {
  expect(shown('signed in {{since}}').innerHTML).toBe('signed in <b>Friday</b>');
});
