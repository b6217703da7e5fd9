import type { Instant } from './instant.ts';

const promise = { first: 80, half: 450, last: 900 };
/** A fifth more. */
const shared = { first: 96, half: 540, last: 1080 };

/** Tasks of an on-sale, in the forms in which they come. */
export const instants: readonly Instant[] = [
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
