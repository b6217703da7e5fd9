/** The sandbox's events and accounts, and the templates of the demo realm. */

export const demoRealm = { name: 'Quayside Desk', max_tasks: 200, max_logins: 60 };

const priceLevels = { premium: 'Premium', standard: 'Standard', value: 'Value' };

/** What the sandbox charges by price level in rehearsals, which sell events of their own. */
export const demoRehearsalPrices = { premium: 53, standard: 38, value: 26 };

/** The sandbox's events, with what it charges. `daysAhead` and `hour` give the kick-off in UTC, `onSale` the start of the sale; null: unknown. */
export const demoEvents = [
  {
    guid: 'harbour-city-v-northgate-rovers',
    name: 'Harbour City v Northgate Rovers',
    category: 'football',
    areas: ['North 104', 'North 105', 'East 210', 'East 211', 'West 12', 'South Stand'],
    currency: 'GBP',
    prices: { premium: 53, standard: 38, value: 26 },
    max_per_customer: 6,
    daysAhead: 30,
    hour: 15,
    status: 'on_sale',
    onSale: { daysAhead: -14, hour: 9 },
  },
  {
    guid: 'copper-almanac-foundry-hall',
    name: 'Copper Almanac, Foundry Hall',
    category: 'concert',
    areas: ['Stalls', 'Circle', 'Balcony A', 'Balcony B'],
    currency: 'GBP',
    prices: { premium: 59, standard: 42, value: 28 },
    max_per_customer: 4,
    daysAhead: 45,
    hour: 19,
    status: 'on_sale',
    onSale: { daysAhead: -3, hour: 10 },
  },
  {
    guid: 'glass-meridian-lantern-hall',
    name: 'Glass Meridian, Lantern Hall',
    category: 'concert',
    areas: ['Parterre', 'Loge', 'Gallery'],
    currency: 'EUR',
    prices: { premium: 62.5, standard: 45, value: 30 },
    max_per_customer: 8,
    daysAhead: 60,
    hour: 20,
    status: 'announced',
    onSale: { daysAhead: 2, hour: 9 },
  },
  {
    guid: 'aldermoor-united-v-st-brannock',
    name: 'Aldermoor United v St Brannock',
    category: 'football',
    areas: ['Main Stand', 'Terrace'],
    currency: 'GBP',
    prices: { premium: 32, standard: 24, value: 18 },
    max_per_customer: 2,
    daysAhead: 21,
    hour: 14,
    status: 'on_sale',
    onSale: null,
  },
] as const;

/** The sandbox as a site. */
export const demoSite = {
  name: 'harbour-box-office',
  display_name: 'Harbour Box Office (sandbox)',
  currency: 'GBP',
  time_zone: 'Europe/London',
  config: {
    price_type_adult: '',
    price_levels: priceLevels,
    areas: demoEvents.flatMap(({ areas }) => [...areas]),
    area_first_run: false,
    queueit_domain: '',
    login_type: 'password',
    user_xpath: '',
    pass_xpath: '',
    button_xpath: '',
    login_js: '',
    use_price_levels: true,
  },
};

export const demoPriceLevels = priceLevels;

/** The sandbox's accounts, with their passwords and its test payment token. */
export const demoLogins = Array.from({ length: 40 }, (_, index) => {
  const number = String(index + 1).padStart(2, '0');
  return {
    name: `Quayside Desk ${number}`,
    email: `desk-${number}@quayside.example`,
    supporter_id: `QD-00${number}`,
    secrets: { password: `quayside-${number}`, card: 'tok_sandbox_4242' },
  };
});

/** Templates that hold seats for a person to pay, now and at an on-sale to come, and one that buys. `from` and `to` are indexes into the logins. */
export const demoTemplates = [
  {
    name: 'Harbour City: hold 20 pairs',
    type: 'hold',
    guid: 'harbour-city-v-northgate-rovers',
    worker_count: 20,
    seats_per_worker: 2,
    from: 0,
    to: 20,
  },
  {
    name: 'Copper Almanac: buy 10 pairs',
    type: 'buy',
    guid: 'copper-almanac-foundry-hall',
    worker_count: 10,
    seats_per_worker: 2,
    from: 20,
    to: 30,
  },
  {
    name: 'Glass Meridian: hold 10 pairs',
    type: 'hold',
    guid: 'glass-meridian-lantern-hall',
    worker_count: 10,
    seats_per_worker: 2,
    from: 30,
    to: 40,
  },
] as const;
