import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser, CDPSession, Page } from 'playwright-core';
import { watch } from './in-page.ts';
import { LONG_MS, type Watched } from './long-tasks.ts';
import { watchMainThread } from './main-thread.ts';
import type { Credentials, Stage } from './stage.ts';

type Kept = Awaited<ReturnType<Awaited<ReturnType<Browser['newContext']>>['storageState']>>;

/** Long enough for what a command sets off to be over, on the slowed-down processor. */
const SETTLE_MS = 900;

/** Ms from the pointer's arrival to its press, and from that to its release: all at once is what no hand does. */
const PRESS_MS = 80;

/** A line: latency in ms, bytes a second. */
export interface Line {
  latency: number;
  download: number;
  upload: number;
}

/** A page of its own, with an empty cache, that is watched from its beginning. */
export class View {
  readonly page: Page;
  readonly cdp: CDPSession;

  private readonly slower: number;

  private constructor(page: Page, cdp: CDPSession, slower: number) {
    this.page = page;
    this.cdp = cdp;
    this.slower = slower;
  }

  /** Opens a view that has the session of `kept`; without one nobody is signed in. */
  static async open(
    { browser, slower }: Pick<Stage, 'browser' | 'slower'>,
    kept?: Kept,
    viewport = { width: 1440, height: 900 },
  ): Promise<View> {
    const context = await browser.newContext({
      viewport,
      ...(kept ? { storageState: kept } : {}),
    });
    const page = await context.newPage();
    await page.addInitScript(watch);
    return new View(page, await context.newCDPSession(page), slower);
  }

  /** Makes the page's processor as slow as asked. */
  async slow(): Promise<void> {
    await this.cdp.send('Emulation.setCPUThrottlingRate', { rate: this.slower });
  }

  /** Makes the page's line as slow as that. */
  async throttle({ latency, download, upload }: Line): Promise<void> {
    await this.cdp.send('Network.enable');
    await this.cdp.send('Network.emulateNetworkConditions', {
      offline: false,
      latency,
      downloadThroughput: download,
      uploadThroughput: upload,
    });
  }

  /** Waits until no answer has come for so long; the live stream's never ends. */
  async quiet(ms: number): Promise<void> {
    let last = performance.now();
    const note = () => (last = performance.now());
    this.page.on('response', note);
    this.page.on('requestfinished', note);
    while (performance.now() - last < ms) await sleep(100);
  }

  /** Waits until what was set off is over. */
  async settle(ms = SETTLE_MS): Promise<void> {
    await sleep(ms);
  }

  /** The middle of the first element of a CSS selector: asking for it is no part of what is measured. */
  async middle(selector: string): Promise<{ x: number; y: number }> {
    const box = await this.page.locator(selector).first().boundingBox();
    if (!box) throw new Error(`The page has no ${selector}`);
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  }

  /** Clicks where and as the mouse's person would, without asking the page first whether it may. */
  async click(selector: string): Promise<void> {
    const { x, y } = await this.middle(selector);
    await this.page.mouse.move(x, y);
    await this.settle(PRESS_MS);
    await this.page.mouse.down();
    await this.settle(PRESS_MS);
    await this.page.mouse.up();
  }

  /** The long tasks of the main thread while `work` goes on and until it has settled; also those that the page isn't told of. */
  async longTasks(work: () => Promise<void>): Promise<Watched> {
    const trace = await watchMainThread(this.cdp, (name) =>
      this.page.evaluate((mark) => performance.mark(mark).startTime, name),
    );
    await work();
    await this.settle();
    const tasks = await trace();
    const told = await this.page.evaluate(() => window.seen.longTasks);
    return {
      longestOfOthers: Math.max(
        0,
        ...tasks.map(({ duration }) => duration).filter((duration) => duration <= LONG_MS),
      ),
      long: tasks
        .filter(({ duration }) => duration > LONG_MS)
        .map((task) => {
          const same = told.find(
            ({ start, duration }) => start < task.start + task.duration && task.start < start + duration,
          );
          return { ...task, by: same?.by ?? '', isTold: same !== undefined };
        }),
    };
  }

  async close(): Promise<void> {
    await this.page.context().close();
  }
}

/** Signs in by the form; answers what the browser then keeps, for views that begin signed in. */
export async function signIn(stage: Stage, { email, password }: Credentials): Promise<Kept> {
  const view = await View.open(stage);
  const { page } = view;
  await page.goto(stage.url);
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('navigation').first().waitFor();
  const kept = await page.context().storageState();
  await view.close();
  return kept;
}
