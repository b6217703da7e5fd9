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

-- As drop_partition, for a partition of which this many rows have been archived.
CREATE OR REPLACE FUNCTION drop_archived_partition(p_table text, p_name text, p_rows bigint) RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public SET lock_timeout = '200ms'
SET max_parallel_workers_per_gather = 0 AS $$
DECLARE
  total bigint;
BEGIN
  IF NOT EXISTS (SELECT FROM partitions.months(p_table) m WHERE m.name = p_name) THEN RETURN NULL; END IF;
  EXECUTE format('SELECT count(*) FROM partitions.%I', p_name) INTO total;
  IF total <> p_rows THEN
    RAISE EXCEPTION 'the partition % has % rows, of which % are archived', p_name, total, p_rows;
  END IF;
  RETURN CASE WHEN drop_partition(p_table, p_name) IS NOT NULL THEN total END;
END $$;
`;
}
