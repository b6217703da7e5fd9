import { Logger } from '@nestjs/common';
import { ownedRows } from '../owned-rows';
import { loadConfig } from '../platform/config/config';
import { createProgramLogger, NestLogger } from '../platform/logging/logging';
import { Housekeeping } from '../platform/retention/housekeeping';
import { type Command, exitCodes, printLine } from './command';
import { withTransactions } from './database';

/** Removes expired rows at once, as each server does every ten minutes: after a shorter setting, or for room on the disk. */
export const purgeCommand: Command = {
  name: 'purge',
  usage: '',
  summary: "remove expired rows now, by the server's RETENTION settings",
  async run(_args, env) {
    const config = loadConfig(env);
    const removed = new Map<string, number>();
    const failed = new Set<string>();
    Logger.overrideLogger(new NestLogger(createProgramLogger('tessera', 'stderr')));
    const counts = {
      announce: () => undefined,
      removed: (kind: string, count: number) => void removed.set(kind, (removed.get(kind) ?? 0) + count),
      failed: (kind: string) => void failed.add(kind),
    };
    await withTransactions(config, (transactions) =>
      new Housekeeping(transactions, counts, ownedRows, config).clean(),
    );
    const found = [...removed].filter(([, count]) => count > 0);
    for (const [kind, count] of found) printLine(`${kind}: ${count} removed`);
    for (const kind of failed) printLine(`${kind}: could not be removed, see the reason above`);
    if (found.length === 0 && failed.size === 0) printLine('Nothing has expired.');
    return failed.size === 0 ? exitCodes.ok : exitCodes.failed;
  },
};
