import type { CDPSession } from 'playwright-core';

/** Of a trace: what happened when on which thread, times in µs; `tdur` without what other threads took in between. */
interface TraceEvent {
  name: string;
  ph: string;
  pid: number;
  tid: number;
  ts: number;
  dur?: number;
  tdur?: number;
}

/** Ties the trace's clock to the page's, and says which thread is the page's. */
const MARK = 'own time from here on';

/** Of the trace, what collects the page's garbage in its main thread. */
const collected = new Set(['V8.GC_MARK_COMPACTOR', 'V8.GC_MC_INCREMENTAL', 'V8.GC_SCAVENGER']);

/** How far the page's times and the trace's may lie apart. */
const CLOCK_US = 2000;

/** What the trace knows of the page's main thread; times of the page's clock, all in ms. */
export interface MainThread {
  /** Processor time of the task that began then; none where the trace knows no such task. */
  own: (start: number) => number | undefined;
  /** The tasks that took longer than that, and how long each spent collecting garbage. */
  over: (ms: number) => { start: number; duration: number; own: number | undefined; collecting: number }[];
}

/**
 * Has the browser keep how much processor time each task of the page's main thread takes: how long it takes is more, where
 * the database, the server and the browser's other threads share the machine with it. The answer ends it.
 */
export async function watchMainThread(cdp: CDPSession, mark: (name: string) => Promise<number>) {
  const events: TraceEvent[] = [];
  const keep = ({ value }: { value: unknown[] }): unknown => events.push(...(value as TraceEvent[]));
  cdp.on('Tracing.dataCollected', keep);
  await cdp.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: ['toplevel', 'blink.user_timing', 'disabled-by-default-v8.gc'] },
  });
  const markedAt = await mark(MARK);
  return async (): Promise<MainThread> => {
    const complete = new Promise((resolve) => cdp.once('Tracing.tracingComplete', resolve));
    await cdp.send('Tracing.end');
    await complete;
    cdp.off('Tracing.dataCollected', keep);
    const marked = events.find(({ name }) => name === MARK);
    if (!marked) throw new Error('The trace has no mark of the page');
    const mine = events.filter(({ ph, pid, tid }) => ph === 'X' && pid === marked.pid && tid === marked.tid);
    const tasks = mine.filter(({ name }) => name === 'ThreadControllerImpl::RunTask');
    const collections = mine.filter(({ name }) => collected.has(name));
    return {
      own: (start) => {
        const at = marked.ts + (start - markedAt) * 1000;
        // The page is told whole ms; what is told of is the longest task that began then.
        const begun = tasks.filter(({ ts }) => Math.abs(ts - at) <= CLOCK_US);
        const task = begun.reduce<TraceEvent | null>(
          (longest, one) => ((longest?.dur ?? 0) >= (one.dur ?? 0) ? longest : one),
          null,
        );
        return ownOf(task);
      },
      over: (ms) =>
        tasks
          .filter(({ dur = 0 }) => dur > ms * 1000)
          .map((task) => ({
            start: markedAt + (task.ts - marked.ts) / 1000,
            duration: (task.dur ?? 0) / 1000,
            own: ownOf(task),
            collecting: collections.reduce((sum, { ts, dur = 0 }) => {
              const isWithin = ts >= task.ts && ts + dur <= task.ts + (task.dur ?? 0);
              return isWithin ? sum + dur / 1000 : sum;
            }, 0),
          })),
    };
  };
}

const ownOf = (task: TraceEvent | null): number | undefined =>
  task?.tdur === undefined ? undefined : task.tdur / 1000;
