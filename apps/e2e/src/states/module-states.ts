import type { Page } from '@playwright/test';
import { button, type PageState, rows } from './page-state.ts';
import { respond } from './route-handlers.ts';

const at = '2026-11-20T12:00:00.000Z';
const release = (id: number, version: string, over: object) => ({
  id,
  version,
  owner: 'Ticketing team',
  publisher: 'Ticketing team',
  published_by: 'Pipeline of Ticketing team',
  key: 'q2vV0m8kXnT4Yc7aPz1LrQ',
  size_bytes: 1_840_000,
  created_at: at,
  state: 'published',
  assigned_at: null,
  incompatible: null,
  rollback: null,
  stats: { loads: 0, errors: 0, error_rate: null, p50_ms: null, p95_ms: null },
  failures: [],
  ...over,
});

/** A module in every state that a release can have. */
const module = {
  id: 1,
  name: 'mf-parking',
  title: 'Parking',
  owner: 'Ticketing team',
  publishers: [{ id: 1, name: 'Ticketing team' }],
  enabled: true,
  disabled_by: null,
  administrators_decide: false,
  stable_release_id: 3,
  approved_release_id: 3,
  previous_release_id: 2,
  canaries: [{ release_id: 4, realm_id: null, percent: 20 }],
  error_budget_percent: 1,
  load_budget_ms: 5000,
  automatic_rollback: true,
  releases: [
    release(6, '2.0.0', { incompatible: 'It needs shell contract ^2.0.0; this one is 1.0.0' }),
    release(5, '1.11.0', {
      state: 'rolled_back',
      rollback: {
        at,
        channel: 'canary',
        reason: 'errors',
        to_release_id: 3,
        measured: {
          loads: 420,
          errors: 26,
          error_rate: 26 / 420,
          p50_ms: 520,
          p95_ms: 3120,
          slow_loads: 3,
          error_budget_percent: 1,
          load_budget_ms: 5000,
          previous_error_rate: null,
        },
      },
      stats: { loads: 420, errors: 26, error_rate: 26 / 420, p50_ms: 520, p95_ms: 3120 },
      failures: [
        { message: "Cannot read properties of undefined (reading 'row')", loads: 25 },
        { message: 'Slot risk: It took longer than 5 s', loads: 1 },
      ],
    }),
    release(4, '1.10.0', {
      state: 'canary',
      assigned_at: at,
      stats: { loads: 812, errors: 2, error_rate: 2 / 812, p50_ms: 330, p95_ms: 910 },
    }),
    release(3, '1.9.0', {
      state: 'stable',
      assigned_at: at,
      stats: { loads: 4210, errors: 6, error_rate: 6 / 4210, p50_ms: 310, p95_ms: 840 },
    }),
    release(2, '1.8.2', {}),
  ],
  created_at: at,
  updated_at: at,
};

/** How its releases loaded in the last day, in steps of 15 minutes. */
function stats() {
  const step = 900_000;
  const last = Math.floor(Date.now() / step) * step;
  const points = (count: number, p95: number) =>
    Array.from({ length: count }, (_, i) => ({
      at: new Date(last - i * step).toISOString(),
      loads: 40,
      errors: i % 5 === 0 ? 1 : 0,
      error_rate: i % 5 === 0 ? 1 / 40 : 0,
      p50_ms: Math.round(p95 / 3),
      p95_ms: p95 + 60 * (i % 7),
    })).toReversed();
  const figures = (release_id: number, version: string, count: number, p95: number) => ({
    release_id,
    version,
    loads: count * 40,
    errors: Math.ceil(count / 5),
    error_rate: Math.ceil(count / 5) / (count * 40),
    p50_ms: Math.round(p95 / 3),
    p95_ms: p95,
    reasons: { TIMEOUT: Math.ceil(count / 5) },
    points: points(count, p95),
  });
  return {
    period: '24h',
    step_seconds: step / 1000,
    releases: [figures(4, '1.10.0', 30, 900), figures(3, '1.9.0', 90, 840)],
  };
}

const team = {
  id: 1,
  name: 'Ticketing team',
  modules: ['mf-parking', 'mf-venues'],
  owner_id: null,
  owner_name: null,
  developers: [],
  may_promote: false,
  keys: [
    {
      id: 1,
      key_id: 'q2vV0m8kXnT4Yc7aPz1LrQ',
      public_key: 'LBbDPBHZh4gp8D7zJ9tXv7B1ZsoV0o7k6W3iCF1v1xw=',
      created_by: 'Ada Admin',
      created_at: at,
      revoked_at: null,
    },
  ],
  tokens: [
    {
      id: 1,
      name: 'Pipeline',
      scopes: ['publish', 'release'],
      created_by: 'Ada Admin',
      created_at: at,
      expires_at: null,
      last_used_at: at,
      revoked_at: null,
    },
    {
      id: 2,
      name: 'Old pipeline',
      scopes: ['publish'],
      created_by: 'Ada Admin',
      created_at: at,
      expires_at: null,
      last_used_at: null,
      revoked_at: at,
    },
  ],
  created_at: at,
  updated_at: at,
};

const intercept = async (page: Page): Promise<void> => {
  await page.route(/\/api\/modules\/settings(\?.*)?$/, respond(200, [module]));
  await page.route(/\/api\/modules\/settings\/1$/, respond(200, module));
  await page.route(/\/api\/modules\/settings\/1\/stats/, (route) => respond(200, stats())(route));
};

const parking = (name: string, open?: PageState['open'], query = ''): PageState => ({
  name,
  path: `/modules/mf-parking${query}`,
  visitor: 'admin',
  ready: (page) => page.getByRole('slider', { name: 'Load time' }).waitFor(),
  intercept,
  ...(open && { open }),
});

const publisher = (name: string, open?: PageState['open']): PageState => ({
  name,
  path: '/modules?tab=publishers',
  visitor: 'admin',
  ready: rows,
  intercept: (page) => page.route(/\/api\/modules\/publishers(\?.*)?$/, respond(200, [team])),
  ...(open && { open }),
});

const openPublisher = async (page: Page): Promise<void> => {
  await page.getByRole('row').nth(1).getByRole('gridcell').first().click();
  await page.getByRole('heading', { name: 'Tokens' }).waitFor();
};

/** A module with a canary, and publishers with their keys and tokens; with responses in place of the server's. */
export const moduleStates: PageState[] = [
  parking('module-canary'),
  parking('module-release', undefined, '?release=1.11.0'),
  parking('module-figures-table', async (page) => {
    await page.getByRole('button', { name: 'As a table' }).click();
    await page.getByRole('table', { name: 'Load time' }).waitFor();
  }),
  parking('module-promote', async (page) => {
    await page.getByRole('button', { name: 'Promote' }).first().click();
    await page.getByText('users get 1.10.0 instead of 1.9.0').waitFor();
  }),
  parking('module-start-canary', button('Start canary')),
  parking('module-settings', button('Edit settings')),
  publisher('publishers'),
  publisher('publisher', openPublisher),
  publisher('publisher-new', button('New publisher')),
  publisher('publisher-key', async (page) => {
    await openPublisher(page);
    await button('Add key')(page);
  }),
  publisher('publisher-token', async (page) => {
    await openPublisher(page);
    await button('New token')(page);
  }),
];
