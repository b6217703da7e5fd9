import { SqlMigration } from './sql-migration';

/** What an archive needs before rows go: they are read from their partition, and removed only if all of them were. */
export class ArchivedPartitions extends SqlMigration {
  readonly name = 'ArchivedPartitions1763600000125';
  protected readonly sql = `
-- Rows of a partition as JSON, by rising ids. Fails when it is gone, so that nobody takes the end of reading for the last row.
CREATE FUNCTION partition_rows(p_table text, p_name text, p_after bigint, p_limit int) RETURNS TABLE (id bigint, line text)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public SET TimeZone = 'UTC' AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM partitions.months(p_table) m WHERE m.name = p_name) THEN
    RAISE EXCEPTION 'there is no partition %', p_name USING ERRCODE = 'undefined_table';
  END IF;
  RETURN QUERY EXECUTE format('SELECT t.id, to_jsonb(t)::text FROM partitions.%I t WHERE t.id > $1 ORDER BY t.id LIMIT $2', p_name)
    USING p_after, p_limit;
END $$;

-- As drop_partition, for a partition of which this many rows have been archived.
CREATE FUNCTION drop_archived_partition(p_table text, p_name text, p_rows bigint) RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public SET lock_timeout = '200ms' AS $$
DECLARE
  total bigint;
BEGIN
  IF NOT EXISTS (SELECT FROM partitions.months(p_table) m WHERE m.name = p_name) THEN RETURN NULL; END IF;
  EXECUTE format('SELECT count(*) FROM partitions.%I', p_name) INTO total;
  IF total <> p_rows THEN
    RAISE EXCEPTION 'the partition % has % rows, of which % are archived', p_name, total, p_rows;
  END IF;
  RETURN drop_partition(p_table, p_name);
END $$;

-- As purge_rows; returns the removed rows as JSON.
CREATE FUNCTION purge_rows_as_json(p_table text, p_before timestamptz, p_limit int) RETURNS SETOF text
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public SET TimeZone = 'UTC' AS $$
DECLARE
  part text;
BEGIN
  IF p_before > now() - partitions.least_age(p_table) THEN
    RAISE EXCEPTION 'rows of % are kept for at least %', p_table, partitions.least_age(p_table);
  END IF;
  FOR part IN SELECT name FROM partitions.months(p_table) WHERE begins IS NULL LOOP
    RETURN QUERY EXECUTE format('DELETE FROM partitions.%1$I t WHERE (id, at) IN (
      SELECT id, at FROM (SELECT id, at FROM partitions.%1$I ORDER BY id, at LIMIT $2) oldest WHERE at < $1)
      RETURNING to_jsonb(t)::text', part) USING p_before, p_limit;
    IF FOUND THEN RETURN; END IF;
  END LOOP;
END $$;

REVOKE ALL ON FUNCTION partition_rows(text, text, bigint, int), drop_archived_partition(text, text, bigint),
  purge_rows_as_json(text, timestamptz, int) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION partition_rows(text, text, bigint, int), drop_archived_partition(text, text, bigint),
  purge_rows_as_json(text, timestamptz, int) TO tessera_all;
`;
}
