import { listTextPlaceholders } from '@tessera/ui/testing';
import budgetsGerman from '../src/budgets/texts/de';
import { en as budgetsEnglish } from '../src/budgets/texts/en';
import costsGerman from '../src/costs/texts/de';
import { en as costsEnglish } from '../src/costs/texts/en';
import seatsGerman from '../src/seat-map/texts/de';
import { en as seatsEnglish } from '../src/seat-map/texts/en';
import german from '../src/texts/de';
import { en as english } from '../src/texts/en';

test.each([
  ['the product’s components', german, english],
  ['budgets', budgetsGerman, budgetsEnglish],
  ['costs', costsGerman, costsEnglish],
  ['seat maps', seatsGerman, seatsEnglish],
])('%s have the same texts and placeholders in German as in English', (_, de, en) => {
  expect(listTextPlaceholders(de)).toEqual(listTextPlaceholders(en));
});
