import { act, render, screen } from '@testing-library/react';
import { registerTexts, setLanguage } from '../src/index';

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

test('texts fill their places, choose the plural and write numbers by the language', async () => {
  const Page = page(() => Promise.resolve({ default: german }));
  render(<Page />);
  expect(screen.getByText('Good morning, <b> · 1 row chosen · 1,200 rows chosen')).toBeInTheDocument();
  await act(() => setLanguage('de'));
  expect(screen.getByText('Guten Morgen, <b> · 1 Zeile gewählt · 1.200 Zeilen gewählt')).toBeInTheDocument();
});

test('the same text with other values is another one, however many were asked for', () => {
  const useTexts = registerTexts('test-many', english, { de: () => Promise.resolve({ default: german }) });
  function Names() {
    const t = useTexts();
    const names = Array.from({ length: 3000 }, (_, i) => t('greeting', { name: `no. ${i % 1500}` }));
    return (
      <p>{names.every((said, i) => said === `Good morning, no. ${i % 1500}`) ? 'all right' : 'mixed up'}</p>
    );
  }
  render(<Names />);
  expect(screen.getByText('all right')).toBeInTheDocument();
});

test('a module that arrives after the language was chosen is read in it as soon as its translation is there', async () => {
  await act(() => setLanguage('de'));
  const Page = page(() => Promise.resolve({ default: german }));
  render(<Page />);
  expect(await screen.findByText(/Guten Morgen/)).toBeInTheDocument();
});

test('a translation that cannot be had leaves English, and other modules turn', async () => {
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
