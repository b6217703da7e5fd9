/**
 * Runs a primary and an asynchronous standby as a separate process, for tests: `node tools/prove/installation/standby-cli.ts <folder>`.
 * Prints one JSON line with their addresses when both respond. Each line of stdin is a command, `kill` or `start` (the
 * standby), answered with a line when it is done. Ends both when stdin closes.
 */
import { createInterface } from 'node:readline';
import { StandbyPair } from './standby-pair.ts';

const [folder] = process.argv.slice(2);
if (!folder) {
  console.error('The folder is required');
  process.exit(78);
}
const pair = new StandbyPair(folder, {
  synchronous: false,
  settings: { fsync: 'off', max_wal_size: '256MB', wal_keep_size: '128MB' },
});
const commands: Record<string, () => Promise<void>> = {
  kill: () => pair.killStandby(),
  start: () => pair.startStandby(),
};

try {
  const { url } = await pair.start();
  console.log(JSON.stringify({ url, ...pair.addresses() }));
  for await (const line of createInterface({ input: process.stdin })) {
    await commands[line.trim()]?.();
    console.log(JSON.stringify({ done: line.trim() }));
  }
} finally {
  await pair.stop();
}
