import { act, render, screen } from '@testing-library/react';
import { InterpolatedText, registerTexts, setLanguage } from '../src/index';

const english = {
  greeting: 'Good morning, {{name}}',
  list: { chosen_one: '{{count}} row chosen', chosen_other: '{{count, number}} rows chosen' },
};

const german = {
  greeting: 'Guten Morgen, {{name}}',
  list: { chosen_one: '{{count}} Zeile gewählt', chosen_other: '{{count, number}} Zeilen gewählt' },
};

let made = 0;
const page = (load: () => Promise<{ default: typeof german }>) => {
  const useTexts = registerTexts(`test-${(made += 1)}`, english, { de: load });
  return function Page() {
    const t = useTexts();
    return (
      <p>
        {t('greeting', { name: '<b>' })} · {t('list.chosen', { count: 1 })} ·{' '}
        {t('list.chosen', { count: 1200 })}
      </p>
    );
  };
};

afterEach(() => act(() => setLanguage('en')));

test('fills placeholders, selects the plural form and formats numbers by the language', async () => {
  const Page = page(() => Promise.resolve({ default: german }));
  render(<Page />);
  expect(screen.getByText('Good morning, <b> · 1 row chosen · 1,200 rows chosen')).toBeInTheDocument();
  await act(() => setLanguage('de'));
  expect(screen.getByText('Guten Morgen, <b> · 1 Zeile gewählt · 1.200 Zeilen gewählt')).toBeInTheDocument();
});

test('keeps apart thousands of values of the same text', () => {
  const useTexts = registerTexts('test-many', english, { de: () => Promise.resolve({ default: german }) });
  function Names() {
    const t = useTexts();
    const names = Array.from({ length: 3000 }, (_, i) => t('greeting', { name: `no. ${i % 1500}` }));
    return (
      <p>{names.every((text, i) => text === `Good morning, no. ${i % 1500}`) ? 'all right' : 'mixed up'}</p>
    );
  }
  render(<Names />);
  expect(screen.getByText('all right')).toBeInTheDocument();
});

test('translates a module that is registered after the language was set', async () => {
  await act(() => setLanguage('de'));
  const Page = page(() => Promise.resolve({ default: german }));
  render(<Page />);
  expect(await screen.findByText(/Guten Morgen/)).toBeInTheDocument();
});

test('translates a module that is registered while the language is loading', async () => {
  let finish: () => void = () => undefined;
  page(() => new Promise((resolve) => (finish = () => resolve({ default: german }))));
  const loading = setLanguage('de');
  const Page = page(() => Promise.resolve({ default: german }));
  render(<Page />);
  finish();
  await act(() => loading);
  expect(await screen.findByText(/Guten Morgen/)).toBeInTheDocument();
});

test('keeps English for a module whose translation fails to load, and translates the others', async () => {
  const Stays = page(() => Promise.reject(new Error('offline')));
  const Turns = page(() => Promise.resolve({ default: german }));
  render(
    <>
      <Stays />
      <Turns />
    </>,
  );
  await act(() => setLanguage('de'));
  expect(screen.getByText(/Good morning/)).toBeInTheDocument();
  expect(screen.getByText(/Guten Morgen/)).toBeInTheDocument();
});

const renderInterpolated = (text: string) =>
  render(
    <InterpolatedText
      text={({ used, since }) => text.replace('{{used}}', used).replace('{{since}}', since)}
      elements={{ used: <time>today</time>, since: <b>Friday</b> }}
    />,
  ).container;

test('puts elements at a text’s placeholders, in the order of each language', () => {
  expect(renderInterpolated('last used {{used}}, signed in {{since}}').innerHTML).toBe(
    'last used <time>today</time>, signed in <b>Friday</b>',
  );
  expect(renderInterpolated('{{since}} angemeldet, benutzt {{used}}.').innerHTML).toBe(
    '<b>Friday</b> angemeldet, benutzt <time>today</time>.',
  );
});

test('leaves out an element whose placeholder a text does not have', () => {
  expect(renderInterpolated('signed in {{since}}').innerHTML).toBe('signed in <b>Friday</b>');
});
