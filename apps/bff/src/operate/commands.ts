import type { Command } from './command';
import { migrateCommand } from './migrate';
import { sealRotateCommand } from './seal-rotate';

/** Every command of `tessera`, in the order of its help. */
export const commands: readonly Command[] = [migrateCommand, sealRotateCommand];
