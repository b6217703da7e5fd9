/**
 * `npm run bench`: compares the server with references on a database of its own; asserts nothing.
 * `--write` writes docs/benchmarks.md (a table when all of its parts ran), `--quick` takes short runs to see that it works, `--only=reads,writes,leases,instant,budgets,live`;
 * `--large` measures pages on a large database instead (large/large.ts).
 */
import { parseArgs } from 'node:util';
import { Scratch } from '../installation/scratch.ts';
import { budgets } from './budgets.ts';
import { type Instant, instant } from './instant.ts';
import { benchLarge } from './large/large.ts';
import { leases } from './leases.ts';
import { live } from './live.ts';
import { createOwner, signInAdmin } from './owners.ts';
import { startPostgraphile } from './postgraphile.ts';
import { queues } from './queues.ts';
import { depth, reads } from './reads.ts';
import { log, Report } from './report.ts';
import { REALMS, seed, type Seeded } from './seed.ts';
import { startBench, startReference } from './start.ts';
import { writes } from './writes.ts';

const promise = { first: 80, half: 450, last: 900 };
/** A fifth more. */
const shared = { first: 96, half: 540, last: 1080 };

/** Tasks of an on-sale, in the forms in which they come. */
const instants: readonly Instant[] = [
  { name: '2,000 tasks', tasks: 2000, realms: 1, logins: 2000, servers: 1, promise },
  { name: '2,000 tasks of 20 logins', tasks: 2000, realms: 1, logins: 20, servers: 1, promise: shared },
  { name: '2,000 tasks of 50 realms', tasks: 2000, realms: 50, logins: 40, servers: 1, promise: shared },
  { name: '2,000 tasks over two servers', tasks: 2000, realms: 1, logins: 2000, servers: 2, promise: shared },
  {
    name: '10,000 tasks',
    tasks: 10_000,
    realms: 1,
    logins: 10_000,
    servers: 1,
    promise: { first: 5000, half: 5000, last: 5000 },
  },
];

const { values } = parseArgs({
  options: {
    write: { type: 'boolean', default: false },
    quick: { type: 'boolean', default: false },
    only: { type: 'string' },
    large: { type: 'boolean', default: false },
    folder: { type: 'string' },
    tasks: { type: 'string' },
    purge: { type: 'boolean', default: false },
  },
});
if (values.large) {
  const { folder, tasks, only, purge, write, quick } = values;
  await benchLarge({
    folder,
    tasks: tasks ? Number(tasks) : undefined,
    only,
    purge,
    write,
    rounds: quick ? 3 : 20,
  });
  process.exit();
}
const serverParts = ['reads', 'writes', 'leases', 'live'];
const instantParts = ['instant', 'budgets'];
const parts = values.only?.split(',') ?? [...serverParts, ...instantParts];
const TASKS = 200_000;
const SIZE = `${TASKS.toLocaleString('en')} tasks in ${REALMS} realms; database, server and load share the machine.`;
const READ_REALM = 1;
const rounds = values.quick ? 3 : 7;
const seconds = values.quick ? 1 : 3;

await using scratch = new Scratch('bench');
log(`Starting a database with ${TASKS.toLocaleString('en')} tasks in ${REALMS} realms.`);
let seeded: Seeded | undefined;
// Limits on requests and connections would measure themselves.
const unlimited = '20000';
const bench = await startBench(scratch, {
  env: {
    CONNECTIONS_PER_ADDRESS: unlimited,
    CONNECTIONS: unlimited,
    STREAMS_PER_SESSION: unlimited,
    STREAMS_PER_USER: unlimited,
  },
  fill: async (adminUrl) => {
    seeded = await seed(adminUrl, TASKS);
  },
});
const { server, session: db, adminUrl, folder } = bench;
if (!seeded) throw new Error('The database was not filled');
const admin = () => signInAdmin(bench);
const { signIn: writer } = await createOwner(bench, seeded.realm);
const report = new Report();
log('Median of paired runs (p10–p90).');

if (parts.includes('reads')) {
  const postgraphile = await startPostgraphile(scratch, adminUrl);
  const program = `${import.meta.dirname}/reference-server.ts`;
  const references = await startReference(scratch, 'references', program, { DATABASE_URL: adminUrl });
  const { signIn: owner } = await createOwner(bench, READ_REALM);
  const options = {
    references,
    postgraphile,
    owner,
    admin,
    realmId: READ_REALM,
    rounds,
    seconds,
  };
  report.add(await reads(options));
  report.add(await depth(options, db, TASKS / 2));
}
if (parts.includes('writes')) report.add(await writes({ owner: writer, db, folder, seeded, rounds }));
if (parts.includes('leases'))
  report.add(
    await leases({ url: server.url, owner: writer, admin, db, seeded, samples: values.quick ? 5 : 40 }),
  );
const onSale = new Report();
const instantRounds = values.quick ? 1 : 5;
if (parts.includes('instant')) {
  for (const one of instants) onSale.add(await instant(bench, one, instantRounds));
  onSale.add(await queues(bench, 2000, instantRounds));
}
if (parts.includes('budgets')) onSale.add(await budgets(bench, instantRounds));
if (values.write && instantParts.every((part) => parts.includes(part)))
  await onSale.write('instant', `eight workers; ${SIZE}`);
if (parts.includes('live')) {
  await server.program.stop();
  const fresh = await bench.addServer();
  report.add(
    await live({ server: fresh, bench, rounds: values.quick ? 1 : 3, seconds: values.quick ? 2 : 5 }),
  );
}
if (values.write && serverParts.every((part) => parts.includes(part)))
  await report.write('server', `${SIZE} A figure is the median of the ratios of paired runs.`);
