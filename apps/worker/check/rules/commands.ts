import {
  Broken,
  COMMAND_MS,
  expectCall,
  expectNoWrites,
  must,
  NEXT_STEP_MS,
  NotTried,
  pause,
  type Rule,
  waitForQueue,
} from '../rule.ts';

/** Heartbeats and commands. */
export const commandRules: Rule[] = [
  {
    id: 'heartbeat',
    title: 'Sends a heartbeat every 10 s while it works',
    section: 'The other calls',
    async checkRule({ offerTask, watchMs }) {
      const task = offerTask('hold', (prepared) => (prepared.admitted = false));
      await waitForQueue(task);
      let last = task.leasedAt ?? 0;
      const end = last + watchMs;
      while (performance.now() < end) {
        const beats = task.trail.of('console', 'heartbeat').length;
        await task.trail.until(() => task.trail.of('console', 'heartbeat').length > beats, 12_000);
        const beat = task.trail.of('console', 'heartbeat').at(beats);
        must(beat !== undefined, `no heartbeat within 12 s after ${beats} heartbeats`);
        must(
          beat.at - last < 12_000,
          `${Math.round((beat.at - last) / 1000)} s passed between two heartbeats`,
        );
        last = beat.at;
      }
      task.admitted = true;
      await expectCall(task, 'console', 'hold', NEXT_STEP_MS);
    },
  },
  {
    id: 'stop',
    title: 'Stop: holds no more seats and releases the task',
    section: 'The other calls',
    async checkRule({ offerTask, console: tessera }) {
      const task = offerTask('buy', (prepared) => (prepared.admitted = false));
      await waitForQueue(task);
      tessera.sendCommand(task, 'stop');
      await expectCall(task, 'console', 'release', COMMAND_MS);
      task.admitted = true;
      await expectNoWrites(task, performance.now(), 'after the task was released');
      must(task.order === null, 'it held seats after the stop command');
    },
  },
  {
    id: 'pause',
    title: 'Pause: waits and keeps sending heartbeats; resume: continues',
    section: 'The other calls',
    async checkRule({ offerTask, console: tessera }) {
      const task = offerTask('hold', (prepared) => (prepared.admitted = false));
      await waitForQueue(task);
      tessera.sendCommand(task, 'pause');
      // The next heartbeat's response carries the command at the latest.
      const beats = task.trail.of('console', 'heartbeat').length;
      await expectCall(task, 'console', 'heartbeat', COMMAND_MS, beats + 1);
      await pause(700);
      task.admitted = true;
      await pause(2_500);
      must(task.order === null, 'it held seats while it was paused');
      must(!task.over, 'it released the task instead of waiting');
      tessera.sendCommand(task, null);
      await expectCall(task, 'console', 'hold', COMMAND_MS + 3_000);
    },
  },
  {
    id: 'at-once',
    title: 'Acts on a stop immediately if it lists its leases in the long poll (optional)',
    section: 'Commands at once',
    async checkRule({ offerTask, console: tessera }) {
      const task = offerTask('hold', (prepared) => (prepared.admitted = false));
      await waitForQueue(task);
      for (let tries = 0; !tessera.hasPollFor(task); tries += 1) {
        if (tries > 30)
          throw new NotTried('no lease call lists the lease: commands arrive only by heartbeat');
        await pause(100);
      }
      tessera.sendCommand(task, 'stop');
      if (!(await task.trail.until(() => task.over, 3_000)))
        throw new Broken('no release within 3 s after the response to its poll');
    },
  },
];
