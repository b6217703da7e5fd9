import type { Sequence, Table } from './tables';

/** What a backup holds, written first. */
export type BackupHeader = {
  format: 1;
  /** Names this backup in the table `backups`. */
  id: string;
  /** When the snapshot was taken, by the database's clock. */
  takenAt: string;
  /** Migrations that had run: the tables of the backup are what they make. */
  migrations: string[];
  /** Version of the queue engine's tables. */
  queueVersion: number | null;
  tables: Table[];
};

/** What a restored copy must have, written last. */
export type BackupSummary = {
  /** Rows by table. */
  rows: Record<string, number>;
  /** Checksums of the rows by table; backups of early versions have none. */
  checksums?: Record<string, string>;
  sequences: Sequence[];
  /** Files of the modules' store. */
  moduleFiles: number;
};

/**
 * Settings that an installation can't do without and that its database doesn't hold. Addresses, ports and folders are of a
 * machine, not of the data.
 */
export const SAVED_SETTINGS = [
  'TOKEN_SECRET',
  'SEALING_KEYS',
  'VAPID_PUBLIC_KEY',
  'VAPID_PRIVATE_KEY',
  'VAPID_SUBJECT',
  'SMTP_URL',
  'SMTP_FROM',
  'ADMIN_EMAIL',
  'ADMIN_PASSWORD',
  'DEMO_OWNER_PASSWORD',
  'DEMO_WORKER_TOKEN',
  'REGISTRATION',
  'MODULE_ORIGINS',
  'MODULE_OVERRIDES',
  'PUSH_SERVICES',
  'METRICS_TOKEN',
] as const;
