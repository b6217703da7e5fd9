import { Agent } from 'node:http';
import fc from 'fast-check';
import { operationsOf } from '../../src/platform/http/openapi/operations';
import { committedDocument } from '../document/committed';
import type { Request } from './made-up';
import { requests } from './request';
import { type Received, send, type Sent, toSent } from './send';
import { verdict } from './verdict';
import { World } from './world';

/** `npm run prove -- fuzz` sends 10,000 with a new seed; `npm test` sends a few, always with the same seed. */
const COUNT = Number(process.env.FUZZ_REQUESTS ?? 600);
const SEED = Number(process.env.FUZZ_SEED ?? 20_261_121);
/** After how many requests the world's rows are restored. */
const MEND_EVERY = 25;
/** How many requests reach every operation. */
const REACHES_ALL = 10_000;
/** Maximum number of faults in the message. */
const MAX_SHOWN = 25;

const agent = new Agent({ keepAlive: true, maxSockets: 1 });

let running: World | undefined;
afterAll(async () => {
  agent.destroy();
  await running?.app.close();
});

type Tally = {
  sound: number;
  accepted: number;
  byOperation: Map<string, number>;
  faults: Map<string, string>;
};

const short = (text: string, length: number): string =>
  text.length > length ? `${text.slice(0, length)}… (${text.length})` : text;

/** Describes a request so that it can be sent again manually. */
const describeExchange = (index: number, request: Request, sent: Sent, received: Received | null): string =>
  [
    `request ${index} of seed ${SEED}, as ${request.caller}, ${request.broken.join(' and ') || 'sound'}:`,
    `${sent.method} ${short(sent.url, 300)} ${short(JSON.stringify(request.headers), 300)}`,
    short(String(sent.payload ?? ''), 600),
    received ? `→ ${received.status} ${received.type ?? ''} ${short(received.text, 600)}` : '',
  ].join('\n  ');

async function one(world: World, index: number, request: Request, tally: Tally): Promise<void> {
  const sent = toSent(world, request);
  let received: Received | null = null;
  let fault: string | null;
  try {
    received = await send(agent, world.app.url, sent);
    fault = verdict(sent, received);
  } catch (error) {
    fault = `no answer: ${error instanceof Error ? error.message : String(error)}`;
  }
  if (fault) {
    const kind = `${request.operation}: ${fault.slice(0, 120)}`;
    if (!tally.faults.has(kind))
      tally.faults.set(kind, `${fault}\n  ${describeExchange(index, request, sent, received)}`);
  }
  if (request.broken.length > 0) return;
  tally.sound += 1;
  if (!received || received.status >= 300) return;
  tally.accepted += 1;
  tally.byOperation.set(request.operation, (tally.byOperation.get(request.operation) ?? 0) + 1);
}

const operations = operationsOf(committedDocument()).map(({ operation }) => operation.operationId ?? '');

/** Operations that no request got through to. */
const neverAccepted = ({ byOperation }: Tally): string[] => operations.filter((id) => !byOperation.has(id));

/** How often each operation has accepted a request, the rarest first. */
const coverage = ({ byOperation }: Tally): string =>
  operations
    .map((id) => [byOperation.get(id) ?? 0, id] as const)
    .sort(([one], [other]) => one - other)
    .map(([count, id]) => `${String(count).padStart(5)} ${id}`)
    .join('\n');

it(
  `answers ${COUNT} requests, half of them broken, as the document describes, without internal details`,
  async () => {
    const world = (running = await World.make());
    const began = Date.now();
    const tally: Tally = { sound: 0, accepted: 0, byOperation: new Map(), faults: new Map() };
    const list = fc.sample(requests(committedDocument()), { numRuns: COUNT, seed: SEED });
    for (const [index, request] of list.entries()) {
      if (index % MEND_EVERY === 0) await world.mend();
      await one(world, index, request, tally);
    }
    const share = tally.accepted / tally.sound;
    const figures = `${COUNT} requests of seed ${SEED} in ${Math.round((Date.now() - began) / 1000)} s: ${tally.sound} sound, ${Math.round(share * 100)} % of them accepted, over ${tally.byOperation.size} of ${operations.length} operations; ${tally.faults.size} faults`;
    if (process.env.FUZZ_REQUESTS) process.stdout.write(`accepted:\n${coverage(tally)}\n${figures}\n`);
    const shown = [...tally.faults.values()].slice(0, MAX_SHOWN);
    if (shown.length > 0) throw new Error(`${figures}\n\n${shown.join('\n\n')}`);
    // Requests that are all rejected would reach no service.
    expect(share).toBeGreaterThan(0.4);
    if (COUNT >= REACHES_ALL) expect(neverAccepted(tally)).toEqual([]);
  },
  Math.max(300_000, COUNT * 200),
);
