import { Logger } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { loadConfig } from '../platform/config/config';
import { databaseOptions } from '../platform/database/data-source';
import { TransactionStats } from '../platform/database/transaction-stats';
import { Transactions } from '../platform/database/transactions';
import { createProgramLogger, NestLogger } from '../platform/logging/logging';
import { Housekeeping } from '../platform/retention/housekeeping';
import { type Command, exitCodes, printLine } from './command';

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
    const dataSource = await new DataSource(databaseOptions({ ...config, databasePool: 1 })).initialize();
    try {
      const counts = {
        announce: () => undefined,
        removed: (kind: string, count: number) => void removed.set(kind, (removed.get(kind) ?? 0) + count),
        failed: (kind: string) => void failed.add(kind),
      };
      await new Housekeeping(new Transactions(dataSource, new TransactionStats()), counts, config).clean();
    } finally {
      await dataSource.destroy();
    }
    const found = [...removed].filter(([, count]) => count > 0);
    for (const [kind, count] of found) printLine(`${kind}: ${count} removed`);
    for (const kind of failed) printLine(`${kind}: could not be removed, see the reason above`);
    if (found.length === 0 && failed.size === 0) printLine('Nothing has expired.');
    return failed.size === 0 ? exitCodes.ok : exitCodes.failed;
  },
};
