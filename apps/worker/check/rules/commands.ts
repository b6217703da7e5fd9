import {
  Broken,
  expectCall,
  must,
  NotTried,
  pause,
  quietSince,
  type Rule,
  SOON_MS,
  TOLD_MS,
  waits,
} from '../rule.ts';

/** Heartbeats and what comes with them. */
export const commandRules: Rule[] = [
  {
    id: 'heartbeat',
    title: 'It beats each 10 s, beside the work',
    section: 'The other calls',
    async run({ task, watchMs }) {
      const mine = task('hold', (made) => (made.admitted = false));
      await waits(mine);
      let last = mine.takenAt ?? 0;
      const end = last + watchMs;
      while (performance.now() < end) {
        const beats = mine.trail.of('console', 'heartbeat').length;
        await mine.trail.until(() => mine.trail.of('console', 'heartbeat').length > beats, 12_000);
        const beat = mine.trail.of('console', 'heartbeat').at(beats);
        must(beat !== undefined, `no heartbeat within 12 s after ${beats} of them`);
        must(
          beat.at - last < 12_000,
          `${Math.round((beat.at - last) / 1000)} s passed between two heartbeats`,
        );
        last = beat.at;
      }
      mine.admitted = true;
      await expectCall(mine, 'console', 'hold', SOON_MS);
    },
  },
  {
    id: 'stop',
    title: 'Stop: nothing is held any more, and the task is released',
    section: 'The other calls',
    async run({ task, console: tessera }) {
      const mine = task('buy', (made) => (made.admitted = false));
      await waits(mine);
      tessera.wish(mine, 'stop');
      await expectCall(mine, 'console', 'release', TOLD_MS);
      mine.admitted = true;
      await quietSince(mine, performance.now(), 'after the task was released');
      must(mine.order === null, 'it held seats after it was told to stop');
    },
  },
  {
    id: 'pause',
    title: 'Pause: it waits and keeps beating; resume: it goes on',
    section: 'The other calls',
    async run({ task, console: tessera }) {
      const mine = task('hold', (made) => (made.admitted = false));
      await waits(mine);
      tessera.wish(mine, 'pause');
      // Told by the heartbeat at the latest.
      const beats = mine.trail.of('console', 'heartbeat').length;
      await expectCall(mine, 'console', 'heartbeat', TOLD_MS, beats + 1);
      await pause(700);
      mine.admitted = true;
      await pause(2_500);
      must(mine.order === null, 'it held seats while it was paused');
      must(!mine.over, 'it let the task go instead of waiting');
      tessera.wish(mine, null);
      await expectCall(mine, 'console', 'hold', TOLD_MS + 3_000);
    },
  },
  {
    id: 'at-once',
    title:
      'A worker that lists its leases in the long poll acts on a stop at once (not asked of every worker)',
    section: 'Commands at once',
    async run({ task, console: tessera }) {
      const mine = task('hold', (made) => (made.admitted = false));
      await waits(mine);
      for (let tries = 0; !tessera.listensFor(mine); tries += 1) {
        if (tries > 30)
          throw new NotTried('no lease call lists the lease: commands reach it by heartbeat alone');
        await pause(100);
      }
      tessera.wish(mine, 'stop');
      if (!(await mine.trail.until(() => mine.over, 3_000)))
        throw new Broken('no release within 3 s of the answer to its poll');
    },
  },
];
