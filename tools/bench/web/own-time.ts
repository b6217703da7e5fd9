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

/** How far the page's times and the trace's may lie apart. */
const CLOCK_US = 2000;

/** Processor time in ms of the task that began at this time of the page's clock; none where the trace knows no such task. */
export type OwnTime = (start: number) => number | undefined;

/**
 * Has the browser keep how much processor time each task of the page's main thread takes: how long it takes is more, where
 * the database, the server and the browser's other threads share the machine with it. The answer ends it.
 */
export async function watchOwnTime(cdp: CDPSession, mark: (name: string) => Promise<number>) {
  const events: TraceEvent[] = [];
  const keep = ({ value }: { value: unknown[] }): unknown => events.push(...(value as TraceEvent[]));
  cdp.on('Tracing.dataCollected', keep);
  await cdp.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: ['toplevel', 'blink.user_timing'] },
  });
  const markedAt = await mark(MARK);
  return async (): Promise<OwnTime> => {
    const complete = new Promise((resolve) => cdp.once('Tracing.tracingComplete', resolve));
    await cdp.send('Tracing.end');
    await complete;
    cdp.off('Tracing.dataCollected', keep);
    const marked = events.find(({ name }) => name === MARK);
    if (!marked) throw new Error('The trace has no mark of the page');
    const tasks = events.filter(
      ({ name, ph, pid, tid }) =>
        name === 'ThreadControllerImpl::RunTask' && ph === 'X' && pid === marked.pid && tid === marked.tid,
    );
    return (start) => {
      const at = marked.ts + (start - markedAt) * 1000;
      // The page is told whole ms; what is told of is the longest task that began then.
      const begun = tasks.filter(({ ts }) => Math.abs(ts - at) <= CLOCK_US);
      const task = begun.reduce<TraceEvent | null>(
        (longest, one) => ((longest?.dur ?? 0) >= (one.dur ?? 0) ? longest : one),
        null,
      );
      return task?.tdur === undefined ? undefined : task.tdur / 1000;
    };
  };
}
