/** The fictional venues, events and accounts of the sandbox. */

export type PriceLevel = 'premium' | 'standard' | 'value';

export const PRICE_LEVELS: Record<PriceLevel, string> = {
  premium: 'Premium',
  standard: 'Standard',
  value: 'Value',
};

/** One area: its rows from the front, seats per row, and where each price level ends (row counts). */
export interface Area {
  name: string;
  rows: string[];
  seatsPerRow: number;
  premiumRows: number;
  standardRows: number;
}

export interface EventDefinition {
  guid: string;
  name: string;
  venue: string;
  city: string;
  category: 'football' | 'concert';
  currency: 'GBP' | 'EUR';
  maxPerAccount: number;
  /** Kick-off, in days after the UTC midnight before the sandbox's first start. */
  daysAhead: number;
  hour: number;
  prices: Record<PriceLevel, number>;
  areas: Area[];
}

export interface Account {
  email: string;
  password: string;
  name: string;
  supporterId: string;
}

const numbers = (count: number): string[] => Array.from({ length: count }, (_, index) => String(index + 1));
const letters = (count: number): string[] =>
  Array.from({ length: count }, (_, index) => String.fromCharCode(65 + index));

const area = (
  name: string,
  rows: string[],
  seatsPerRow: number,
  premiumRows: number,
  standardRows: number,
): Area => ({ name, rows, seatsPerRow, premiumRows, standardRows });

export const EVENTS: readonly EventDefinition[] = [
  {
    guid: 'harbour-city-v-northgate-rovers',
    name: 'Harbour City v Northgate Rovers',
    venue: 'Harbour Park',
    city: 'Harbour City',
    category: 'football',
    currency: 'GBP',
    maxPerAccount: 6,
    daysAhead: 30,
    hour: 15,
    prices: { premium: 53, standard: 38, value: 26 },
    areas: ['North 104', 'North 105', 'East 210', 'East 211', 'West 12', 'South Stand'].map((name) =>
      area(name, numbers(20), 24, 6, 8),
    ),
  },
  {
    guid: 'copper-almanac-foundry-hall',
    name: 'Copper Almanac, Foundry Hall',
    venue: 'Foundry Hall',
    city: 'Aldermoor',
    category: 'concert',
    currency: 'GBP',
    maxPerAccount: 4,
    daysAhead: 45,
    hour: 19,
    prices: { premium: 59, standard: 42, value: 28 },
    areas: ['Stalls', 'Circle', 'Balcony A', 'Balcony B'].map((name) => area(name, letters(20), 20, 5, 9)),
  },
  {
    guid: 'glass-meridian-lantern-hall',
    name: 'Glass Meridian, Lantern Hall',
    venue: 'Lantern Hall',
    city: 'Port Lantern',
    category: 'concert',
    currency: 'EUR',
    maxPerAccount: 8,
    daysAhead: 60,
    hour: 20,
    prices: { premium: 62.5, standard: 45, value: 30 },
    areas: ['Parterre', 'Loge', 'Gallery'].map((name) => area(name, letters(18), 20, 4, 8)),
  },
  {
    guid: 'aldermoor-united-v-st-brannock',
    name: 'Aldermoor United v St Brannock',
    venue: 'Aldermoor Ground',
    city: 'Aldermoor',
    category: 'football',
    currency: 'GBP',
    maxPerAccount: 2,
    daysAhead: 21,
    hour: 14,
    prices: { premium: 32, standard: 24, value: 18 },
    areas: ['Main Stand', 'Terrace'].map((name) => area(name, numbers(3), 10, 1, 1)),
  },
];

const accounts = (count: number, prefix: string, host: string, title: string, code: string): Account[] =>
  Array.from({ length: count }, (_, index) => {
    const number = String(index + 1).padStart(2, '0');
    return {
      email: `${prefix}-${number}@${host}.example`,
      password: `${host}-${number}`,
      name: `${title} ${number}`,
      supporterId: `${code}-${number.padStart(4, '0')}`,
    };
  });

export const ACCOUNTS: readonly Account[] = [
  ...accounts(60, 'desk', 'quayside', 'Quayside Desk', 'QD'),
  ...accounts(20, 'crew', 'northgate', 'Northgate Crew', 'NC'),
];

/** The price level of a row, counted from the front of its area. */
export function levelOfRow(of: Area, rowIndex: number): PriceLevel {
  if (rowIndex < of.premiumRows) return 'premium';
  return rowIndex < of.premiumRows + of.standardRows ? 'standard' : 'value';
}
