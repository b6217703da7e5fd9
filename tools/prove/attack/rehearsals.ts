import type { Fixtures, Person } from './fixtures.ts';
import { type HttpResponse, send, sendOk } from './http.ts';
import type { Result } from './result.ts';

/** Where the server of the attack says that its sandbox is; nothing answers there. */
export const SANDBOX = 'http://127.0.0.1:9';
const PARALLEL = 20;
/** Rehearsals of a realm that may run at once. */
const MAX_RUNNING = 3;

const rehearse = ({ port }: Fixtures, { token }: Person, event_id: number): Promise<HttpResponse> =>
  send(port, '/api/rehearsals', {
    method: 'POST',
    token,
    body: { event_id, type: 'hold', scenario: 'calm', worker_count: 2, starts_in_s: 0 },
  });

/** What somebody would do within a rehearsal to reach a real site, its event, or other people. */
function waysOut({ site, realm }: Fixtures, event: number, user: number): [string, string, object][] {
  const person = { email: 'inside@quayside.example', role: 'realm_owner', realm_id: realm };
  return [
    ['POST', `/api/sites/${site}/logins`, { email: 'buyer@quayside.example', password: 'a real password' }],
    ['POST', '/api/events', { site_id: site, name: 'Cup final', url: 'https://tickets.example/cup' }],
    ['PATCH', `/api/events/${event}`, { status: 'closed' }],
    ['POST', '/api/templates', { name: 'Inside', site_id: site, event_id: event }],
    ['POST', '/api/pools', { name: 'Inside', site_id: site, login_ids: [1] }],
    ['POST', '/api/invitations', person],
    ['POST', '/api/rehearsals', { event_id: event, type: 'hold', scenario: 'calm' }],
    ['PUT', `/api/users/${user}`, { role: 'admin' }],
    ['PUT', `/api/realms/${realm}`, { max_tasks: 1_000_000 }],
    ['POST', '/api/worker-tokens', { name: 'Inside' }],
    ['POST', '/api/calendar/feed', { kinds: ['on_sale'], planned: false }],
  ];
}

/** Uses a rehearsal as a way out of its realm's limits, of the sandbox and of the realm's suspension. */
export async function rehearsalsAsWayOut(fixtures: Fixtures): Promise<Result[]> {
  await fixtures.signIn();
  await fixtures.make('/api/sites', { name: 'Sandbox', url: SANDBOX, enabled: 1 });
  const owner = await fixtures.person();
  const event = await fixtures.make('/api/events', {
    site_id: fixtures.site,
    name: 'Final',
    status: 'on_sale',
  });
  const starts = await Promise.all(
    Array.from({ length: PARALLEL }, () => rehearse(fixtures, owner, event.id)),
  );
  const started = starts.filter(({ status }) => status === 201);
  const [first] = started.map(({ text }) => JSON.parse(text) as { id: number });
  if (!first) throw new Error(`No rehearsal was started: ${starts[0]?.text}`);
  return [
    {
      attack: 'rehearsals: started in parallel',
      tried: `${PARALLEL} at once`,
      outcome: `${started.length} started, ${MAX_RUNNING} allowed`,
      passed: started.length === MAX_RUNNING,
    },
    await leave(fixtures, owner, first.id, event.id),
    await runOnWhileSuspended(fixtures),
  ];
}

async function leave(fixtures: Fixtures, owner: Person, rehearsal: number, event: number): Promise<Result> {
  const ways = waysOut(fixtures, event, owner.id);
  let reached = 0;
  for (const token of [owner.token, fixtures.token])
    for (const [method, path, body] of ways) {
      const headers = { 'X-Rehearsal': String(rehearsal) };
      const { status } = await send(fixtures.port, path, { method, token, body, headers });
      if (status !== 403) reached += 1;
    }
  return {
    attack: 'rehearsals: real sites, events and people',
    tried: `${ways.length} ways as owner and administrator`,
    outcome: `${reached} not refused`,
    passed: reached === 0,
  };
}

async function runOnWhileSuspended(fixtures: Fixtures): Promise<Result> {
  const { port, realm, token } = fixtures;
  const setStatus = (status: 'suspended' | 'active') =>
    sendOk(port, `/api/realms/${realm}`, { method: 'PUT', token, body: { status } });
  const worker = await fixtures.make<{ token: string }>('/api/worker-tokens', {
    name: 'rehearsals',
    realm_ids: [realm],
  });
  const lease = async () => {
    const body = { worker: 'rehearsals', capacity: 1, wait_s: 0 };
    const call = { method: 'POST', token: worker.token, body };
    return (await sendOk<{ leases: object[] }>(port, '/api/worker/v1/lease', call)).leases.length;
  };
  if ((await lease()) === 0) throw new Error('The worker receives no task before the suspension');
  await setStatus('suspended');
  let given = 0;
  for (let attempt = 0; attempt < 10; attempt += 1) given += await lease();
  await setStatus('active');
  return {
    attack: 'rehearsals: running on in a suspended realm',
    tried: '10 leases asked for',
    outcome: `${given} given`,
    passed: given === 0,
  };
}
