import type { Client } from 'pg';
import { QUEUE_SCHEMA } from '../queue/install';

/**
 * Grants the roles that operators use, where they exist, what they read: `tessera_backup` every table, and the record of
 * backups to write; `tessera_monitoring` the views with figures, through which it sees no row. Runs with each migration,
 * since tables and roles come at different times. The connection's role must own the tables or be a superuser.
 */
export async function grantOperators(owner: Client): Promise<void> {
  await owner.query(`
DO $$ BEGIN
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'tessera_backup') THEN
    GRANT USAGE ON SCHEMA public TO tessera_backup;
    GRANT SELECT ON ALL TABLES IN SCHEMA public TO tessera_backup;
    GRANT SELECT ON ALL SEQUENCES IN SCHEMA public TO tessera_backup;
    IF to_regnamespace('${QUEUE_SCHEMA}') IS NOT NULL THEN
      GRANT USAGE ON SCHEMA ${QUEUE_SCHEMA} TO tessera_backup;
      GRANT SELECT ON ALL TABLES IN SCHEMA ${QUEUE_SCHEMA} TO tessera_backup;
      GRANT SELECT ON ALL SEQUENCES IN SCHEMA ${QUEUE_SCHEMA} TO tessera_backup;
    END IF;
    IF to_regclass('public.backups') IS NOT NULL THEN
      GRANT INSERT, UPDATE ON public.backups TO tessera_backup;
    END IF;
  END IF;
END $$`);
}
