// Imports the lazy pages up front, so that no test waits for their compilation.
import '../src/features/account/account-page';
import '../src/console';
import '../src/features/recovery/recovery-page';
import '../src/features/notifications/notifications-page';
import '../src/session/blocked/bot-blocked-page';
import '../src/session/forgotten-password/forgot-page';
import '../src/features/account/second-factor-due';
import '../src/session/passkeys/second-step';
import '../src/session/passkeys/sign-in-with-passkey';
import '../src/session/register-page';
import '../src/session/single-sign-on/offers/provider-buttons';
import '../src/session/single-sign-on/sso-page';
import '../src/session/single-sign-on/visit-dialog';
import '../src/session/forgotten-password/reset-page';
import '../src/session/sign-in-page';
import { act, render, screen, within } from '@testing-library/react';
import { createMemoryRouter } from 'react-router';
import { clearSession, createQueryClient, LiveStream, type MeDto, setSession, toUser } from '@tessera/api';
import {
  ModuleFailure,
  ModuleRegistry,
  type ModuleRelease,
  type RemoteDefinition,
} from '@tessera/federation';
import { setViewportWidth } from '@tessera/ui/testing';
import { App, AppRoot } from '../src/app';
import type { Announcement } from '../src/remotes/announcement';
import { routes } from '../src/router';
import { clearCacheOnUserChange } from '../src/session/clear-cache';
import { noSecondFactor } from './records';

/** The users of these tests. */
export const people = {
  admin: person(1, 'Console Admin', 'admin', null, null),
  owner: person(2, 'Ida Quill', 'realm_owner', 3, 'Quayside Desk'),
  user: person(4, 'Sam Reed', 'realm_user', 3, 'Quayside Desk'),
  waiting: person(5, 'Nel Harper', 'realm_user', null, null),
} as const;

function person(
  id: number,
  name: string,
  role: MeDto['role'],
  realm: number | null,
  realmName: string | null,
): MeDto {
  const email = `${name.split(' ')[0]?.toLowerCase()}@quayside.example`;
  const at = '2026-11-01T09:00:00.000Z';
  return {
    id,
    email,
    name,
    role,
    permissions: [],
    duties: [],
    separate_reversal: false,
    realm_id: realm,
    realm_name: realmName,
    realm_status: realm === null ? null : 'active',
    realm_time_zone: null,
    viewing: null,
    second_factor_by: null,
    created_at: at,
    updated_at: at,
  };
}

const release = (
  name: string,
  title: string,
  rest: Pick<ModuleRelease, 'routes' | 'nav'>,
): ModuleRelease => ({
  name,
  title,
  version: '1.8.2',
  channel: 'stable',
  owner: 'Desk team',
  base_url: `/modules/${name}/1.8.2/`,
  integrity: 'sha256-made-up',
  signature: 'made-up',
  key: 'k-desk',
  slots: [],
  ...rest,
});

/** Modules like the product's own, with their menu entries. */
export const modules: ModuleRelease[] = [
  release('mf-tasks', 'Tasks', {
    routes: [
      { path: '/tasks', action: 'read', reach: 'own' },
      { path: '/jobs', action: 'read', reach: 'own' },
      { path: '/jobs/:id', action: 'read', reach: 'own' },
      { path: '/jobs/:id', action: 'read', reach: 'own' },
      { path: '/templates', action: 'write', reach: 'own' },
    ],
    nav: [
      { label: 'Templates', path: '/templates', icon: 'stamp', order: 40 },
      { label: 'Tasks', path: '/tasks', icon: 'list-checks', order: 20 },
    ],
  }),
  release('mf-admin', 'Administration', {
    routes: [
      { path: '/sites', action: 'read', reach: 'own' },
      { path: '/sites/:siteId/logins', action: 'write', reach: 'own' },
      { path: '/realms', action: 'admin', reach: 'all' },
      { path: '/audit', action: 'admin', reach: 'all' },
      { path: '/modules', action: 'admin', reach: 'all' },
      { path: '/modules/:name', action: 'admin', reach: 'all' },
      { path: '/ledger', action: 'write', reach: 'own' },
      { path: '/account/people', action: 'write', reach: 'own' },
      { path: '/service-tokens', action: 'write', reach: 'own' },
      { path: '/webhooks', action: 'write', reach: 'own' },
    ],
    nav: [
      { label: 'Sites', path: '/sites', icon: 'landmark', order: 50 },
      { label: 'Realms', path: '/realms', icon: 'building-2', order: 100 },
      { label: 'Modules', path: '/modules', icon: 'blocks', order: 20, parent: '/realms' },
      { label: 'Webhooks', path: '/webhooks', icon: 'webhook', order: 17, parent: '/realms' },
      { label: 'Service tokens', path: '/service-tokens', icon: 'key-round', order: 15, parent: '/realms' },
      { label: 'Audit log', path: '/audit', icon: 'scroll-text', order: 30, parent: '/realms' },
    ],
  }),
];

/** The response of `GET /api/modules` with these releases. */
export const announced = (
  releases: readonly ModuleRelease[],
  rest: Partial<Announcement> = {},
): Announcement => ({
  serial: 1,
  overrides: false,
  publishers: [],
  modules: [...releases],
  incompatible: [],
  disabled: [],
  ...rest,
});

/** Each module's definition, or the failure of loading it. */
export type Remotes = Record<string, RemoteDefinition | ModuleFailure>;

const remotesOf = (): Remotes =>
  Object.fromEntries(
    modules.map(({ name, routes: pages }) => [
      name,
      { name, routes: pages.map(({ path }) => ({ path, element: <h1>{`page of ${path}`}</h1> })) },
    ]),
  );

type Answer = object | ((request: Request) => Response | Promise<Response>);

export const json = (status: number, body: unknown): Response =>
  new Response(JSON.stringify(body), { status, headers: { 'Content-Type': 'application/json' } });

/** Never responds; rejects when the request is aborted. */
export const neverResponds = ({ signal }: Request): Promise<Response> =>
  new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error)));

/**
 * Renders the whole shell with a memory router at `path`, signed in as `who`, with responses by "METHOD path".
 *
 * @param options `strict: false` mounts each component once, as in production
 */
export function startShell(
  path: string,
  who?: MeDto,
  answers: Record<string, Answer> = {},
  { strict = true } = {},
) {
  const requests: Request[] = [];
  const all: Record<string, Answer> = {
    'GET /api/modules': announced(modules),
    'GET /api/me/preferences': {},
    'GET /api/me/sessions': [],
    'GET /api/me/second-factor': noSecondFactor,
    'GET /api/me/passkeys': [],
    ...(who ? { 'GET /api/me': who } : {}),
    ...answers,
  };
  globalThis.fetch = (input, init) => {
    const request =
      input instanceof Request ? input : new Request(new URL(String(input), location.href), init);
    requests.push(request);
    const answer = all[`${request.method} ${new URL(request.url).pathname}`];
    if (!answer) return Promise.resolve(json(404, { message: 'Resource not found', code: 'NOT_FOUND' }));
    return Promise.resolve(typeof answer === 'function' ? answer(request) : json(200, answer));
  };
  if (who) setSession({ token: 'access', refreshToken: 'refresh', user: toUser(who) });
  const remotes = remotesOf();
  const started: string[] = [];
  const registry = new ModuleRegistry(({ name, version }) => {
    started.push(`${name} ${version}`);
    const remote = remotes[name];
    return remote && !(remote instanceof ModuleFailure)
      ? Promise.resolve(remote)
      : Promise.reject(remote ?? new ModuleFailure('NETWORK', 'not there'));
  });
  const queryClient = createQueryClient();
  const stopClearing = clearCacheOnUserChange(queryClient);
  const router = createMemoryRouter(routes, { initialEntries: [path] });
  const live = new LiveStream({ onChange: () => undefined, onResync: () => undefined });
  const Root = strict ? App : AppRoot;
  const { unmount } = render(
    <Root router={router} queryClient={queryClient} live={live} registry={registry} />,
  );
  return {
    router,
    remotes,
    requests,
    refresh: () => queryClient.invalidateQueries(),
    /** Whether no query waits for a response. */
    isIdle: () => queryClient.isFetching() === 0,
    /** The releases that were loaded, e.g. `mf-tasks 1.8.2`. */
    started: () => started,
    /** Leaves the page, whose storage stays. */
    close: () => {
      stopClearing();
      unmount();
    },
    at: () => router.state.location.pathname + router.state.location.search,
  };
}

/** Clears the session and, unless `keepStorage` is set, the storage; call it before each test. */
export function resetBrowser({ keepStorage = false } = {}): void {
  act(() => clearSession());
  if (!keepStorage) localStorage.clear();
  setWideScreen(true);
}

/** Sets whether media queries match a wide screen. */
export function setWideScreen(wide: boolean): void {
  setViewportWidth(wide ? 1400 : 500);
}

/** Waits for a text and finds the list item that contains it. */
export async function findListItem(text: string): Promise<HTMLElement> {
  await screen.findByText(text);
  const item = screen.getAllByRole('listitem').find((one) => within(one).queryByText(text));
  if (!item) throw new Error(`No list item contains "${text}"`);
  return item;
}
