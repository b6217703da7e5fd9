import { setLanguage } from './catalogue';
import { compareTexts } from './compare-texts';

afterEach(() => setLanguage('en'));

test.each(['en', 'de'] as const)(
  'sorts names in %s: Ä beside A, numbers by their value',
  async (language) => {
    await setLanguage(language);
    expect(['Zebra', 'Äpfel', 'apfel 10', 'Apfel', 'apfel 9'].sort(compareTexts)).toEqual([
      'Apfel',
      'Äpfel',
      'apfel 9',
      'apfel 10',
      'Zebra',
    ]);
  },
);
