// Eight takers empty a queue of waiting jobs, and do nothing with them; prints the ms until the first, half and all are taken.
import { performance } from 'node:perf_hooks';
import pg from 'pg';

const TAKERS = 8;
const BATCH = 25;
const [engine, count] = [process.argv[2], Number(process.argv[3])];
const connectionString = process.env.DATABASE_URL;

/** Resolves with the times of taking, once all jobs are. */
function counted() {
  const times = [];
  let begun;
  const { promise, resolve } = Promise.withResolvers();
  return {
    done: promise,
    begin: () => (begun = performance.now()),
    take: () => {
      times.push(performance.now() - begun);
      if (times.length === count) resolve(times);
    },
  };
}

const engines = {
  /** A table and SKIP LOCKED, in batches as the product takes. */
  async plain({ begin, take, done }) {
    const pool = new pg.Pool({ connectionString, max: TAKERS });
    await pool.query('DROP TABLE IF EXISTS plain_jobs');
    await pool.query('CREATE TABLE plain_jobs (id int PRIMARY KEY, ready_at timestamptz)');
    await pool.query('CREATE INDEX ON plain_jobs (ready_at, id) WHERE ready_at IS NOT NULL');
    await pool.query('INSERT INTO plain_jobs SELECT n, now() FROM generate_series(1, $1::int) n', [count]);
    await Promise.all(Array.from({ length: TAKERS }, () => pool.query('SELECT pg_sleep(0.05)')));
    begin();
    const taker = async () => {
      for (;;) {
        const { rows } = await pool.query({
          name: 'take',
          text: `UPDATE plain_jobs SET ready_at = NULL WHERE id IN (SELECT id FROM plain_jobs WHERE ready_at <= now()
                   ORDER BY ready_at, id LIMIT ${BATCH} FOR UPDATE SKIP LOCKED) RETURNING id`,
        });
        if (rows.length === 0) return;
        rows.forEach(take);
      }
    };
    await Promise.all(Array.from({ length: TAKERS }, taker));
    await pool.end();
    return done;
  },
  async 'graphile-worker'({ begin, take, done }) {
    const { Logger, makeWorkerUtils, run } = await import('graphile-worker');
    const logger = new Logger(() => () => undefined);
    const utils = await makeWorkerUtils({ connectionString, logger });
    await utils.migrate();
    await utils.addJobs(Array.from({ length: count }, (_, id) => ({ identifier: 'take', payload: { id } })));
    await utils.release();
    begin();
    const options = { connectionString, logger, concurrency: TAKERS, noHandleSignals: true };
    const runner = await run({ ...options, taskList: { take: () => take() } });
    const times = await done;
    await runner.stop();
    return times;
  },
  async bullmq({ begin, take, done }) {
    const { Queue, Worker } = await import('bullmq');
    const connection = { host: '127.0.0.1', port: Number(process.env.REDIS_PORT) };
    const queue = new Queue('take', { connection });
    await queue.addBulk(Array.from({ length: count }, (_, id) => ({ name: 'take', data: { id } })));
    const workers = Array.from(
      { length: TAKERS },
      () => new Worker('take', async () => take(), { connection, autorun: false, concurrency: BATCH }),
    );
    await Promise.all(workers.map((worker) => worker.waitUntilReady()));
    begin();
    for (const worker of workers) void worker.run();
    const times = await done;
    await Promise.all(workers.map((worker) => worker.close()));
    await queue.obliterate({ force: true });
    await queue.close();
    return times;
  },
};

const times = await engines[engine](counted());
const sorted = times.sort((a, b) => a - b);
console.log(
  JSON.stringify({ first: sorted[0], half: sorted[Math.floor(count / 2) - 1], last: sorted.at(-1) }),
);
