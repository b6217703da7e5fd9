import type { LoginImportDto } from '@tessera/api';
import { setLanguage } from '@tessera/ui';
import { toImportLines } from './import-lines';

afterEach(() => setLanguage('en'));

test('translates the reasons of invalid rows', async () => {
  await setLanguage('de');
  const answer: Pick<LoginImportDto, 'results' | 'errors'> = {
    results: [{ row: 3, email: 'ida@quayside.example', outcome: 'faulty', fields: [] }],
    errors: [
      {
        row: 3,
        field: 'email',
        message: 'As the server words it',
        code: 'REPEATED_IN_FILE',
        params: { row: 2 },
      },
      { row: 3, field: 'card', message: 'As the server words it', code: 'CARD_NUMBER', params: {} },
    ],
  };
  expect(toImportLines(answer).map(({ reason }) => reason)).toEqual([
    'Doppelt: steht schon in Zeile 2',
    'Kartennummern sind hier nicht erlaubt',
  ]);
});
