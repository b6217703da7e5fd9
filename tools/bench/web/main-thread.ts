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

/** A task of the page's main thread; times of the page's clock, all in ms. */
export interface MainTask {
  start: number;
  duration: number;
  /** Processor time; none where the trace doesn't know. */
  own: number | undefined;
  /** Of the duration, what went into collecting garbage. */
  collecting: number;
}

/**
 * Has the browser keep the tasks of the page's main thread, and how much processor time each takes: how long it takes is
 * more, where the database, the server and the browser's other threads share the machine with it. The answer ends it.
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
  return async (): Promise<MainTask[]> => {
    const complete = new Promise((resolve) => cdp.once('Tracing.tracingComplete', resolve));
    await cdp.send('Tracing.end');
    await complete;
    cdp.off('Tracing.dataCollected', keep);
    const marked = events.find(({ name }) => name === MARK);
    if (!marked) throw new Error('The trace has no mark of the page');
    const mine = events.filter(({ ph, pid, tid }) => ph === 'X' && pid === marked.pid && tid === marked.tid);
    const collections = mine.filter(({ name }) => collected.has(name));
    return mine
      .filter(({ name }) => name === 'ThreadControllerImpl::RunTask')
      .map(({ ts, dur = 0, tdur }) => ({
        start: markedAt + (ts - marked.ts) / 1000,
        duration: dur / 1000,
        own: tdur === undefined ? undefined : tdur / 1000,
        collecting: collections
          .filter((one) => one.ts >= ts && one.ts + (one.dur ?? 0) <= ts + dur)
          .reduce((sum, one) => sum + (one.dur ?? 0) / 1000, 0),
      }));
  };
}
