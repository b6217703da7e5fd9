import { archiveCommand } from './archive';
import { backupCommand } from './backup/backup.command';
import { recordBackupCommand } from './backup/record-backup.command';
import { restoreCommand } from './backup/restore.command';
import { verifyBackupCommand } from './backup/verify-backup.command';
import type { Command } from './command';
import { doctorCommand } from './doctor/doctor.command';
import { migrateCommand } from './migrate';
import { purgeCommand } from './purge';
import { rolesCommand } from './roles/roles.command';
import { sealRotateCommand } from './seal-rotate';
import { upgradeCheckCommand } from './upgrade-check/upgrade-check.command';

/** Every command of `tessera`, in the order of its help. */
export const commands: readonly Command[] = [
  doctorCommand,
  rolesCommand,
  upgradeCheckCommand,
  migrateCommand,
  backupCommand,
  verifyBackupCommand,
  restoreCommand,
  recordBackupCommand,
  archiveCommand,
  purgeCommand,
  sealRotateCommand,
];
