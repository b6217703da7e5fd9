import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Browser } from '@playwright/test';
import { modules } from '../../../start/modules.mjs';
import { root } from '../../../start/settings.mjs';
import { type Result, single, spreadOf } from '../measure.ts';
import { type Connection, MeasuredPage, type Session } from './browser.ts';

const FIRST_VISIT_KB = 350;
const REMOTE_KB = 80;
const LAYOUT_SHIFT = 0.1;
const kbit = 1024 / 8;

/**
 * Lighthouse's two devices with their connections (its docs/throttling.md). Over localhost every response arrives before the
 * first paint, so that nothing would be seen to move.
 */
const devices: Record<
  string,
  { viewport: { width: number; height: number }; connection: Connection; slower: number }
> = {
  desktop: {
    viewport: { width: 1350, height: 940 },
    connection: { latency: 40, download: 10_240 * kbit, upload: 10_240 * kbit },
    slower: 1,
  },
  mobile: {
    viewport: { width: 412, height: 823 },
    connection: { latency: 562.5, download: 1_474.6 * kbit, upload: 675 * kbit },
    slower: 4,
  },
};

/** Bytes of each script that is sent, with its response's head, by address. */
async function recordScripts({ cdp }: MeasuredPage): Promise<Map<string, number>> {
  const bytes = new Map<string, number>();
  const urls = new Map<string, string>();
  await cdp.send('Network.enable');
  cdp.on('Network.responseReceived', ({ requestId, type, response }) => {
    // A remote's entry may be fetched.
    const isScript = type === 'Script' || response.mimeType.includes('javascript');
    if (isScript && !response.fromDiskCache) urls.set(requestId, response.url);
  });
  cdp.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const url = urls.get(requestId);
    if (url) bytes.set(url, Math.max(bytes.get(url) ?? 0, encodedDataLength));
  });
  return bytes;
}

function scriptResult(name: string, scripts: ReadonlyMap<string, number>, limit: number): Result {
  const sizes = [...scripts.values()].sort((a, b) => b - a);
  const kilobytes = sizes.reduce((sum, size) => sum + size, 0) / 1000;
  const largest = sizes.slice(0, 4).map((size) => Math.round(size / 1000));
  return {
    name: `JavaScript in KB: ${name}`,
    figure: single(kilobytes),
    promise: `≤ ${limit}`,
    met: sizes.length > 0 && kilobytes <= limit,
    note: `${sizes.length} files, the largest ${largest.join(', ')}`,
  };
}

/** The addresses of a remote's pages; an id in one is 1. */
function pagesOf(remote: string): string[] {
  const file = path.join(root, 'apps', remote, 'module.json');
  const { routes } = JSON.parse(readFileSync(file, 'utf8')) as { routes: { path: string }[] };
  return routes.map((route) => route.path.replace(/:\w+/g, '1'));
}

/** Scripts sent for the first visit to the sign-in page and the dashboard, and for each remote's pages after that. */
export async function scriptBytes(browser: Browser, url: string, session: Session): Promise<Result[]> {
  await using newcomer = await MeasuredPage.open(browser);
  const first = await recordScripts(newcomer);
  await newcomer.page.goto(`${url}/auth/login`);
  await newcomer.waitForQuiet(2000);
  await using view = await MeasuredPage.open(browser, session);
  const scripts = await recordScripts(view);
  await view.page.goto(url);
  await view.waitForQuiet(2000);
  const results = [
    scriptResult('first visit to the sign-in page', first, FIRST_VISIT_KB),
    scriptResult('first visit to the dashboard', scripts, FIRST_VISIT_KB),
  ];
  for (const remote of modules) {
    for (const address of pagesOf(remote)) {
      await view.page.goto(url + address);
      await view.page.locator('main h1').first().waitFor();
      await view.waitForQuiet(2000);
    }
    const own = new Map([...scripts].filter(([script]) => script.includes(`/modules/${remote}/`)));
    results.push(scriptResult(`${remote} with all of its pages`, own, REMOTE_KB));
  }
  return results;
}

/** Cumulative layout shift of first visits to dashboard and tasks, on the devices and connections that Lighthouse takes. */
export async function layoutShifts(
  browser: Browser,
  url: string,
  session: Session,
  rounds: number,
): Promise<Result[]> {
  const results: Result[] = [];
  for (const [page, heading] of [
    ['/dashboard', 'Recent jobs'],
    ['/tasks', 'Tasks'],
  ] as const)
    for (const [device, { viewport, connection, slower }] of Object.entries(devices)) {
      const shifts: number[] = [];
      for (let round = 0; round < rounds; round += 1) {
        await using view = await MeasuredPage.open(browser, session, viewport);
        await view.slowDown(slower);
        await view.limitNetwork(connection);
        await view.page.goto(url + page);
        await view.page.getByRole('heading', { name: heading }).first().waitFor();
        await view.waitForQuiet();
        shifts.push((await view.measurements()).layoutShift);
      }
      const figure = spreadOf(shifts);
      results.push({
        name: `Cumulative layout shift: first visit to ${page}, ${device}`,
        figure,
        promise: `≤ ${LAYOUT_SHIFT}`,
        met: Math.max(...shifts) <= LAYOUT_SHIFT,
        note: `${viewport.width} × ${viewport.height}, ${rounds} visits`,
      });
    }
  return results;
}
