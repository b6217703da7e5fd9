import { setTimeout as delay } from 'node:timers/promises';
import { type Check, expectNone } from '../../checks.ts';
import { Client } from '../../installation/client.ts';
import { type Bff, type Installation, waitUntilReady } from '../../installation/installation.ts';
import { Publisher } from '../../installation/publisher.ts';
import { Load } from '../../load/load.ts';
import type { CaseContext, ChaosCase } from './chaos-case.ts';

const MODULE = 'mf-chaos';
const PAGES = 6;

type Announcement = { modules: { name: string; version: string; base_url: string }[] };

/** Servers are restarted in turn under load while releases are published: pages find every file, and stable stays. */
export const moduleRelease: ChaosCase = {
  key: 'i',
  title: 'Servers restarted in turn while releases of a module are published',
  async injectFaults({ installation, random, quick }: CaseContext): Promise<Check[]> {
    const servers = installation.urls;
    const administrator = new Client(servers);
    await administrator.signIn(installation.admin);
    const publisher = await Publisher.register(administrator, new Client(servers), MODULE);
    const load = await Load.start(installation, random, 'Releases', { writers: 6, streams: 2, buying: 4 });

    await publisher.publish('1.0.0');
    await publisher.promote('1.0.0');
    const readers = startReaders(installation);
    let version = '1.0.0';
    for (let round = 1; round <= (quick ? 2 : 6); round += 1) {
      const restarts = restartInTurn(installation.bffs);
      const before = version;
      version = `1.${round}.0`;
      await publisher.publish(version);
      readers.expect([before]);
      await restarts;
      readers.expect([before, version]);
      await publisher.promote(version);
      await delay(1_000);
    }
    readers.expect([version]);
    await restartInTurn(installation.bffs);
    const { files, missing, unexpected } = await readers.stop();
    return [
      expectNone('no file of an announced release was missing', missing, `${files} files fetched`),
      expectNone('the stable release changed only by promotion', unexpected),
      { title: 'pages fetched files', passed: files > 100, detail: `${files} files` },
      ...(await load.finish()),
    ];
  },
};

/** Stops and starts each server; the next one only when the one before is ready. */
async function restartInTurn(bffs: readonly Bff[]): Promise<void> {
  for (const { program, url } of bffs) {
    await program.stop();
    program.start();
    await waitUntilReady(url, 30_000);
  }
}

interface Readers {
  /** Sets the versions that pages may be given from now on. */
  expect(versions: readonly string[]): void;
  stop(): Promise<{ files: number; missing: string[]; unexpected: string[] }>;
}

/** Pages that fetch the announcement from one server, and the announced files from all of them. */
function startReaders({ bffs }: Installation): Readers {
  const missing: string[] = [];
  const unexpected: string[] = [];
  let expected: readonly string[] = ['1.0.0'];
  let files = 0;
  let isStopped = false;
  const get = (url: string) => fetch(url, { signal: AbortSignal.timeout(5_000) }).catch(() => null);

  async function readPage(server: string): Promise<void> {
    const allowed = expected;
    const response = await get(`${server}/api/modules`);
    if (!response?.ok) {
      await response?.arrayBuffer().catch(() => null);
      return;
    }
    const { modules } = (await response.json()) as Announcement;
    const module = modules.find(({ name }) => name === MODULE);
    if (!module || ![...allowed, ...expected].includes(module.version))
      unexpected.push(`${module?.version ?? 'none'} instead of ${allowed.join(' or ')}`);
    if (!module) return;
    for (const file of ['module.json', 'mf-manifest.json', 'entry.js', 'page.js', 'page.css'])
      for (const { url } of bffs) {
        const answer = await get(url + module.base_url + file);
        await answer?.arrayBuffer().catch(() => null);
        if (answer?.status === 404) missing.push(`${url}${module.base_url}${file}`);
        if (answer?.ok) files += 1;
      }
  }

  const pages = Array.from({ length: PAGES }, async (_, index) => {
    for (let turn = index; !isStopped; turn += 1) {
      const server = bffs[turn % bffs.length];
      if (server) await readPage(server.url).catch(() => undefined);
      await delay(20);
    }
  });
  return {
    expect: (versions) => void (expected = versions),
    async stop() {
      isStopped = true;
      await Promise.all(pages);
      return { files, missing, unexpected };
    },
  };
}
