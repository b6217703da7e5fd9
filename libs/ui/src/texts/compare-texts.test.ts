import { setLanguage } from './catalogue';
import { compareLabels, compareTexts } from './compare-texts';

afterEach(() => setLanguage('en'));

test.each(['en', 'de'] as const)(
  'sorts names in %s as the server: Ä beside A, digit by digit',
  async (language) => {
    await setLanguage(language);
    const sorted = ['Zebra', 'Äpfel', 'apfel 9', 'Apfel', 'apfel 10'].sort(compareTexts);
    expect(sorted).toEqual(['Apfel', 'Äpfel', 'apfel 10', 'apfel 9', 'Zebra']);
  },
);

test('sorts labels of seats with numbers by their value', () => {
  expect(['Row 10', 'Row 9', 'Row 9a'].sort(compareLabels)).toEqual(['Row 9', 'Row 9a', 'Row 10']);
});
