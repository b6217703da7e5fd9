/// <reference lib="dom" />
import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser, CDPSession, Page } from '@playwright/test';
import { type Result, spreadOf } from '../measure.ts';

/** How long what an interaction begins may take until it is painted, in ms. */
const SETTLE_MS = 1500;
/** web.dev calls an interaction to next paint of at most 200 ms good. */
const INTERACTION_MS = 200;

export type Session = Awaited<ReturnType<Awaited<ReturnType<Browser['newContext']>>['storageState']>>;

/** A network connection: latency in ms, throughput in bytes a second. */
export interface Connection {
  latency: number;
  download: number;
  upload: number;
}

/** What a page has measured of itself since its start. */
interface Measurements {
  /** Durations of interactions (Event Timing API), in ms by interaction. */
  interactions: Record<number, number>;
  /** Durations of the tasks of more than 50 ms (Long Tasks API). */
  longTasks: number[];
  /** Cumulative layout shift: the largest session window, as web.dev defines it. */
  layoutShift: number;
  /** Delays between changes and the frames that showed them, in ms. */
  delays: number[];
}

declare global {
  interface Window {
    measurements: Measurements;
  }
}

/** A performance entry with the properties of the kinds that `observe` requests. */
interface ObservedEntry extends PerformanceEntry {
  /** Of an `event`; 0 if it belongs to no interaction. */
  interactionId?: number;
  /** Of a `layout-shift`. */
  value?: number;
  hadRecentInput?: boolean;
}

/** Runs inside the page before its own scripts. */
function observe(): void {
  const measurements: Measurements = { interactions: {}, longTasks: [], layoutShift: 0, delays: [] };
  window.measurements = measurements;
  let windowStart = 0;
  let lastShift = 0;
  let windowSum = 0;
  const on = (options: PerformanceObserverInit, take: (entry: ObservedEntry) => void) =>
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) take(entry);
    }).observe({ ...options, buffered: true });
  on({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit, ({ interactionId, duration }) => {
    if (!interactionId) return;
    measurements.interactions[interactionId] = Math.max(
      measurements.interactions[interactionId] ?? 0,
      duration,
    );
  });
  on({ type: 'longtask' }, ({ duration }) => measurements.longTasks.push(duration));
  on({ type: 'layout-shift' }, (entry) => {
    if (entry.hadRecentInput) return;
    if (entry.startTime - lastShift > 1000 || entry.startTime - windowStart > 5000) {
      windowStart = entry.startTime;
      windowSum = 0;
    }
    lastShift = entry.startTime;
    windowSum += entry.value ?? 0;
    measurements.layoutShift = Math.max(measurements.layoutShift, windowSum);
  });
}

/** Runs inside the page: sorts numbers that are the same each time; returns the milliseconds. */
function fixedScript(): number {
  const start = performance.now();
  let last = 1;
  const numbers = Array.from({ length: 50_000 }, () => (last = (last * 48_271) % 2_147_483_647));
  numbers.sort((a, b) => a - b);
  return performance.now() - start;
}

/** A page with an empty cache that measures itself from its start. */
export class MeasuredPage implements AsyncDisposable {
  readonly page: Page;
  readonly cdp: CDPSession;

  private constructor(page: Page, cdp: CDPSession) {
    this.page = page;
    this.cdp = cdp;
  }

  /** @param session of a signed-in user; without it the page has none */
  static async open(
    browser: Browser,
    session?: Session,
    viewport = { width: 1440, height: 900 },
  ): Promise<MeasuredPage> {
    const context = await browser.newContext({ viewport, ...(session ? { storageState: session } : {}) });
    const page = await context.newPage();
    await page.addInitScript(observe);
    return new MeasuredPage(page, await context.newCDPSession(page));
  }

  /** Makes the page's processor `times` slower. */
  async slowDown(times: number): Promise<void> {
    await this.cdp.send('Emulation.setCPUThrottlingRate', { rate: times });
  }

  async limitNetwork({ latency, download, upload }: Connection): Promise<void> {
    await this.cdp.send('Network.enable');
    await this.cdp.send('Network.emulateNetworkConditions', {
      offline: false,
      latency,
      downloadThroughput: download,
      uploadThroughput: upload,
    });
  }

  measurements(): Promise<Measurements> {
    return this.page.evaluate(() => window.measurements);
  }

  /** Forgets what was measured so far. */
  async reset(): Promise<void> {
    await this.page.evaluate(() => {
      Object.assign(window.measurements, { interactions: {}, longTasks: [], delays: [] });
    });
  }

  /**
   * Runs the interactions in turn, several rounds, and measures each from its input to the next paint. Beside each stands how
   * long a fixed script takes at that time: the figures of two machines can be compared by it.
   *
   * @param on what the rows are named after: "on-sale room"
   */
  async measureInteractions(
    on: string,
    rounds: number,
    interactions: Readonly<Record<string, () => Promise<void>>>,
  ): Promise<Result[]> {
    const times = Object.entries(interactions).map(([name, act]) => ({
      name,
      act,
      found: [] as number[],
      script: [] as number[],
    }));
    for (let round = 0; round < rounds; round += 1)
      for (const { act, found, script } of times) {
        script.push(await this.page.evaluate(fixedScript));
        found.push(await this.longestInteraction(act));
      }
    return times.map(({ name, found, script }) => {
      const worst = Math.max(...found);
      return {
        name: `Interaction to next paint in ms: ${on}, ${name}`,
        figure: spreadOf(found),
        promise: `≤ ${INTERACTION_MS}`,
        met: worst <= INTERACTION_MS,
        note: `worst of ${found.length}: ${worst}; fixed script: ${Math.round(spreadOf(script).median)}`,
      };
    });
  }

  /** The longest interaction, from input to next paint in ms, while `act` runs. */
  private async longestInteraction(act: () => Promise<void>): Promise<number> {
    await this.reset();
    await act();
    await sleep(SETTLE_MS);
    const { interactions } = await this.measurements();
    // The browser reports interactions from 16 ms on.
    return Math.max(16, ...Object.values(interactions));
  }

  /** Waits until no response has arrived for a while; the live stream's never ends. */
  async waitForQuiet(ms = 1500): Promise<void> {
    let last = performance.now();
    const note = () => (last = performance.now());
    this.page.on('response', note);
    this.page.on('requestfinished', note);
    while (performance.now() - last < ms) await sleep(100);
  }

  /** Clicks by mouse events at the element's middle, 80 ms down, without the checks that a locator's click adds. */
  async click(selector: string): Promise<void> {
    const target = this.page.locator(selector).first();
    await target.scrollIntoViewIfNeeded();
    const box = await target.boundingBox();
    if (!box) throw new Error(`The page has no ${selector}`);
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    const isHit = await target.evaluate(
      (element, point) => element.contains(document.elementFromPoint(point.x, point.y)),
      { x, y },
    );
    if (!isHit) throw new Error(`Something covers ${selector}`);
    await this.page.mouse.move(x, y);
    await this.page.mouse.down();
    await sleep(80);
    await this.page.mouse.up();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.page.context().close();
  }
}

/** Signs in by the form and returns what the browser stores. */
export async function openSession(
  browser: Browser,
  url: string,
  { email, password }: { email: string; password: string },
): Promise<Session> {
  await using view = await MeasuredPage.open(browser);
  const { page } = view;
  await page.goto(url);
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByRole('navigation').first().waitFor();
  return await page.context().storageState();
}
