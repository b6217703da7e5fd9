/** What a figure costs, from profiles of the product; the page says it of each figure that isn't met. */
export const costs = {
  page:
    'Of the server’s time for a page a third goes into reading Postgres’ texts and writing them as JSON, a quarter into ' +
    'handing 146 KB to the network, a tenth into memory; authentication, checks, log and metrics are a twentieth.',
  projection:
    'What isn’t rows costs both pages the same: the session, the versions behind the ETag, a transaction with its role and ' +
    'realm, the log, the answer’s headers. Of a page of 15 columns that is a larger share than of one of 48.',
  orm: 'The same as for the page: what is left of it is the texts of 4,900 cells and the network, which TypeORM pays too.',
  small:
    'A bare answer is the network’s alone. Beyond it a request costs Fastify’s and Nest’s routing and hooks, headers, ' +
    'the session’s look-up, a line of the log and the histogram; a server that is slower than its clients also wakes ' +
    'them for each answer, which on a virtual machine costs as much as all of these.',
  'many-tasks':
    'Nine tenths is Postgres: the rows’ twenty indexes, foreign keys and triggers, which COPY pays too. The rest is ' +
    'reading 1,000 bodies, looking logins and events up, and reading the tasks back to answer them.',
  'worker-report':
    'Leasing takes about twenty statements for a batch: who waits where, the engine’s own table, switches, the timeline, ' +
    'logins and their audit. Each report is a request of its own; those that come at once share a transaction, ' +
    'since what a commit costs is its NOTIFY, which Postgres lets through one at a time. The reference has no requests to answer.',
  wait:
    'A task’s way from its commit is a NOTIFY, the wake-up of the poll, one transaction that takes it from the queue, and ' +
    'the answer; on a machine that is busy each of these waits for its turn.',
} as const;

export type Cost = keyof typeof costs;
