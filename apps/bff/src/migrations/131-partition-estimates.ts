import { SqlMigration } from './sql-migration';

/**
 * A month is removed without being read: counting two million rows took the disk from requests for a second. How many rows a
 * large partition had is said by the statistics; below 64 MB they are counted, and where there are no statistics.
 */
export class PartitionEstimates extends SqlMigration {
  readonly name = 'PartitionEstimates1763600000131';
  protected readonly sql = `
-- Drops a partition and returns how many rows it had, about; null when it is gone already.
CREATE OR REPLACE FUNCTION drop_partition(p_table text, p_name text) RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public SET lock_timeout = '200ms' AS $$
DECLARE
  month record;
  part regclass;
  total bigint;
BEGIN
  SELECT * INTO month FROM partitions.months(p_table) m WHERE m.name = p_name;
  IF NOT FOUND THEN RETURN NULL; END IF;
  IF month.ends IS NULL OR month.ends > now() - partitions.least_age(p_table) THEN
    RAISE EXCEPTION 'the partition % is too young to be dropped', p_name;
  END IF;
  part := format('partitions.%I', p_name)::regclass;
  -- Negative: nobody has looked yet.
  SELECT reltuples INTO total FROM pg_class
    WHERE oid = part AND reltuples >= 0 AND pg_relation_size(part) > 64 * 1024 * 1024;
  IF NOT FOUND THEN
    EXECUTE format('SELECT count(*) FROM %s', part) INTO total;
  END IF;
  EXECUTE format('DROP TABLE %s', part);
  RETURN total;
END $$;

-- Counts all rows of a month that has been archived, beside requests that need the disk too.
ALTER FUNCTION drop_archived_partition(text, text, bigint) SET max_parallel_workers_per_gather = 0;
`;
}
