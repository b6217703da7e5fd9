import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { KitConsole } from './kit-console.ts';
import { KitSite } from './kit-site.ts';
import { KitTask } from './kit-task.ts';
import { Broken, NotTried, type Rule, type Stage } from './rule.ts';
import { checkingRules } from './rules/checking.ts';
import { commandRules } from './rules/commands.ts';
import { endingRules } from './rules/ending.ts';
import { holdingRules } from './rules/holding.ts';
import { losingRules } from './rules/losing.ts';
import { orderKeyRules } from './rules/order-key.ts';
import { settlingRules } from './rules/settling.ts';
import { siteRules } from './rules/site.ts';

/** What came of one rule. */
export interface Result {
  rule: Pick<Rule, 'id' | 'title' | 'section'>;
  outcome: 'passed' | 'failed' | 'not tried';
  message: string;
}

/** Where the worker under check finds its console and its one allowed site. */
export interface Given {
  consoleUrl: string;
  token: string;
  siteHost: string;
}

export interface CheckOptions {
  host?: string;
  /** Of the console; the site takes the next one. 0: free ones. */
  port?: number;
  /** Rules by id; all unless given. */
  only?: readonly string[];
  /** How long heartbeats are watched, in ms; 23 s sees two of them. */
  watchMs?: number;
  /** Starts the worker, or prints how to. Returns a function that ends it, or null if its author does. */
  start(startOptions: Given): Promise<(() => Promise<void>) | null>;
}

/** Plays the console and a site to one worker, all rules at a time but the last ones, and answers what came of each. */
export async function runCheck(options: CheckOptions): Promise<Result[]> {
  const tessera = new KitConsole();
  const site = new KitSite();
  const stranger = { url: '', connections: 0 };
  const outside = createServer((_, reply) => reply.end('{}')).on(
    'connection',
    () => (stranger.connections += 1),
  );
  const { host = '127.0.0.1', port = 0 } = options;
  try {
    await tessera.start(host, port);
    await site.start(port === 0 ? 0 : port + 1);
    await new Promise<void>((listening) => outside.listen(0, '127.0.0.1', listening));
    stranger.url = `http://127.0.0.1:${(outside.address() as AddressInfo).port}`;
    const tasks: KitTask[] = [];
    const given = { consoleUrl: tessera.url, token: tessera.token, siteHost: new URL(site.url).host };
    const stage: Stage = {
      console: tessera,
      site,
      stranger,
      watchMs: options.watchMs ?? 23_000,
      end: await options.start(given),
      offerTask(mode, prepare) {
        const task = new KitTask(tasks.length + 1, mode, site.url);
        prepare?.(task);
        tasks.push(task);
        site.add(task);
        tessera.offer(task);
        return task;
      },
    };
    const all = [
      ...holdingRules,
      ...commandRules,
      ...losingRules,
      ...orderKeyRules,
      ...settlingRules,
      ...checkingRules,
      ...siteRules,
      ...endingRules(tasks),
    ];
    const rules = all.filter(({ id }) => !options.only || options.only.includes(id));
    const first = await Promise.all(rules.filter(({ last }) => !last).map((rule) => judge(rule, stage)));
    const results = [...first];
    for (const rule of rules) if (rule.last) results.push(await judge(rule, stage));
    if (!results.some(({ rule }) => rule.id === 'drain')) await stage.end?.();
    return results;
  } finally {
    outside.closeAllConnections();
    outside.close();
    await Promise.all([tessera.stop(), site.stop()]);
  }
}

async function judge(rule: Rule, stage: Stage): Promise<Result> {
  try {
    await rule.checkRule(stage);
    return { rule, outcome: 'passed', message: '' };
  } catch (error) {
    if (error instanceof NotTried) return { rule, outcome: 'not tried', message: error.message };
    if (error instanceof Broken) return { rule, outcome: 'failed', message: error.message };
    throw error;
  }
}
