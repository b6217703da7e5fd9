import { readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { remotes } from '../../start/services.ts';
import { root } from '../../start/settings.mjs';
import type { Result } from '../paired.ts';
import type { Stage } from './stage.ts';
import { signIn, View } from './view.ts';

const FIRST_VISIT_KB = 350;
const REMOTE_KB = 60;
/** So long without a new script, and a page has all of its own. */
const QUIET_MS = 2_000;
const LONGEST_MS = 30_000;

interface Script {
  bytes: number;
  encoding: string;
}

/** Notes every script that comes over the wire, by its address: the bytes of its answer with its head, as it was sent. */
async function noteScripts({ cdp }: View): Promise<Map<string, Script>> {
  const scripts = new Map<string, Script>();
  const asked = new Map<string, { url: string; encoding: string }>();
  await cdp.send('Network.enable');
  cdp.on('Network.responseReceived', ({ requestId, type, response }) => {
    // A remote's entry may come by fetch.
    const isScript = type === 'Script' || response.mimeType.includes('javascript');
    if (!isScript || response.fromDiskCache) return;
    const encoding = Object.entries(response.headers).find(([name]) => /^content-encoding$/i.test(name))?.[1];
    asked.set(requestId, { url: response.url, encoding: encoding ?? 'none' });
  });
  cdp.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const script = asked.get(requestId);
    if (!script || encodedDataLength <= (scripts.get(script.url)?.bytes ?? 0)) return;
    scripts.set(script.url, { bytes: encodedDataLength, encoding: script.encoding });
  });
  return scripts;
}

/** Waits until no more scripts come: pages load theirs in several steps. */
async function quiet(scripts: ReadonlyMap<string, Script>): Promise<void> {
  const ends = performance.now() + LONGEST_MS;
  let known = -1;
  while (scripts.size !== known && performance.now() < ends) {
    known = scripts.size;
    await sleep(QUIET_MS);
  }
}

/** The paths of a remote's pages; an id in one is that of the first. */
function pagesOf(remote: string): string[] {
  const file = path.join(root, 'apps', remote, 'module.json');
  const { routes } = JSON.parse(readFileSync(file, 'utf8')) as { routes: { path: string }[] };
  return routes.map((route) => route.path.replace(/:\w+/g, '1'));
}

/** JavaScript over the wire: of the first visit to the signed-in dashboard, and of each remote with all of its pages. */
export async function scriptBytes(stage: Stage): Promise<Result[]> {
  const view = await View.open(stage, await signIn(stage, stage.admin));
  const { page } = view;
  const scripts = await noteScripts(view);
  await page.goto(stage.url);
  await quiet(scripts);
  const results = [
    sizeOf('JavaScript of the first visit to the signed-in dashboard, in KB', scripts, FIRST_VISIT_KB),
  ];
  for (const remote of remotes) {
    for (const place of pagesOf(remote)) {
      await page.goto(stage.url + place);
      await page.locator('main h1').first().waitFor();
      await quiet(scripts);
    }
    const own = new Map([...scripts].filter(([url]) => url.includes(`/modules/${remote}/`)));
    results.push(sizeOf(`JavaScript of ${remote} with all of its pages, in KB`, own, REMOTE_KB));
  }
  await view.close();
  return [await signInBytes(stage), ...results];
}

/** JavaScript over the wire of the first page that anybody sees. */
async function signInBytes(stage: Stage): Promise<Result> {
  const view = await View.open(stage);
  const scripts = await noteScripts(view);
  await view.page.goto(`${stage.url}/auth/login`);
  await quiet(scripts);
  await view.close();
  return sizeOf('JavaScript of the first visit to the sign-in page, in KB', scripts, FIRST_VISIT_KB);
}

function sizeOf(name: string, scripts: ReadonlyMap<string, Script>, most: number): Result {
  const all = [...scripts.values()];
  const kilobytes = all.reduce((sum, { bytes }) => sum + bytes, 0) / 1000;
  const plain = all.filter(({ encoding }) => encoding !== 'br').length;
  const largest = all
    .map(({ bytes }) => bytes)
    .sort((a, b) => b - a)
    .slice(0, 4);
  return {
    name,
    ratio: { median: kilobytes, p10: kilobytes, p90: kilobytes },
    promise: `≤ ${most}`,
    met: all.length > 0 && kilobytes <= most,
    note: `${all.length} files by brotli${plain === 0 ? '' : `, ${plain} of them too small for it`}; the largest ${largest.map((bytes) => Math.round(bytes / 1000)).join(', ')}`,
  };
}
