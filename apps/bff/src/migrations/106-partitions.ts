import { SqlMigration } from './sql-migration';

/**
 * Partitions by month: made ahead, listed, and dropped as a whole when they are too old. No role but the owner reaches a
 * partition; everybody else goes through the table, whose grants and row-level security apply. So that no role rewrites a
 * ledger, old rows are removed by functions alone, which refuse what is younger than a floor.
 */
export class Partitions extends SqlMigration {
  readonly name = 'Partitions1763600000106';
  protected readonly sql = `
CREATE SCHEMA partitions;
COMMENT ON SCHEMA partitions IS 'The months of tables that are partitioned by time';

-- The partitions of a table. No beginning: everything before the end. Neither: the default partition, which takes rows of
-- months that have none.
CREATE FUNCTION partitions.months(p_table text) RETURNS TABLE (name text, begins timestamptz, ends timestamptz)
LANGUAGE sql STABLE SET TimeZone = 'UTC' SET DateStyle = 'ISO' AS $$
  SELECT c.relname::text, substring(bound FROM 'FROM \\(''([^'']+)''\\)')::timestamptz,
    substring(bound FROM 'TO \\(''([^'']+)''\\)')::timestamptz
  FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
  CROSS JOIN LATERAL pg_get_expr(c.relpartbound, c.oid) AS bound
  WHERE i.inhparent = format('public.%I', p_table)::regclass
  ORDER BY 3 NULLS LAST
$$;

-- The least age of a row that may be removed.
CREATE FUNCTION partitions.least_age(p_table text) RETURNS interval LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE p_table WHEN 'audit' THEN interval '365 days' ELSE interval '1 day' END
$$;

-- Adds the partition of a month. It is attached rather than created in place, which locks the table for less. Rows that the
-- default partition took are moved after that, since an owner's check of foreign keys sees nothing under row-level security.
CREATE PROCEDURE partitions.add_month(p_table text, p_begins timestamptz)
LANGUAGE plpgsql SET TimeZone = 'UTC' AS $$
DECLARE
  ends timestamptz := p_begins + interval '1 month';
  month text := p_table || to_char(p_begins, '_YYYY_MM');
  other text := p_table || '_default';
  moved int := 0;
BEGIN
  EXECUTE format('CREATE TABLE partitions.%I (LIKE public.%I INCLUDING DEFAULTS INCLUDING CONSTRAINTS)', month, p_table);
  IF to_regclass(format('partitions.%I', other)) IS NOT NULL THEN
    EXECUTE format('LOCK TABLE partitions.%I IN ACCESS EXCLUSIVE MODE', other);
    EXECUTE format('CREATE TABLE partitions.%I AS SELECT * FROM partitions.%I WHERE at >= %L AND at < %L',
      month || '_moved', other, p_begins, ends);
    GET DIAGNOSTICS moved = ROW_COUNT;
    EXECUTE format('DELETE FROM partitions.%I WHERE at >= %L AND at < %L', other, p_begins, ends);
  END IF;
  EXECUTE format('ALTER TABLE public.%I ATTACH PARTITION partitions.%I FOR VALUES FROM (%L) TO (%L)',
    p_table, month, p_begins, ends);
  IF moved > 0 THEN
    EXECUTE format('INSERT INTO partitions.%I OVERRIDING SYSTEM VALUE SELECT * FROM partitions.%I', month, month || '_moved');
  END IF;
  EXECUTE format('DROP TABLE IF EXISTS partitions.%I', month || '_moved');
END $$;

-- Gives the rows of the default partition their months, as after a restore.
CREATE PROCEDURE partitions.spread(p_table text)
LANGUAGE plpgsql SET TimeZone = 'UTC' AS $$
DECLARE
  month timestamptz;
  months timestamptz[];
BEGIN
  EXECUTE format('SELECT array_agg(DISTINCT date_trunc(''month'', at)) FROM partitions.%I', p_table || '_default') INTO months;
  FOREACH month IN ARRAY coalesce(months, '{}') LOOP
    CALL partitions.add_month(p_table, month);
  END LOOP;
END $$;

-- Makes the partitions of this month and the next ones, and returns how many it made.
CREATE FUNCTION make_partitions(p_table text, p_ahead int) RETURNS int
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public SET TimeZone = 'UTC' SET lock_timeout = '500ms' AS $$
DECLARE
  month timestamptz;
  made int := 0;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('partitions.' || p_table, 0));
  FOR month IN SELECT generate_series(date_trunc('month', now()), date_trunc('month', now()) + make_interval(months => p_ahead),
    interval '1 month') LOOP
    CONTINUE WHEN EXISTS (
      SELECT FROM partitions.months(p_table) m WHERE m.ends > month AND (m.begins IS NULL OR m.begins <= month));
    CALL partitions.add_month(p_table, month);
    made := made + 1;
  END LOOP;
  RETURN made;
END $$;

-- The partitions all of whose rows are older than a moment. A migrated table's first one has no beginning.
CREATE FUNCTION expired_partitions(p_table text, p_before timestamptz)
RETURNS TABLE (name text, begins timestamptz, ends timestamptz)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public AS $$
  SELECT name, begins, ends FROM partitions.months(p_table) WHERE ends <= p_before
$$;

-- Drops a partition and returns how many rows it had; null when it is gone already.
CREATE FUNCTION drop_partition(p_table text, p_name text) RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public SET lock_timeout = '200ms' AS $$
DECLARE
  month record;
  total bigint;
BEGIN
  SELECT * INTO month FROM partitions.months(p_table) m WHERE m.name = p_name;
  IF NOT FOUND THEN RETURN NULL; END IF;
  IF month.ends IS NULL OR month.ends > now() - partitions.least_age(p_table) THEN
    RAISE EXCEPTION 'the partition % is too young to be dropped', p_name;
  END IF;
  EXECUTE format('SELECT count(*) FROM partitions.%I', p_name) INTO total;
  EXECUTE format('DROP TABLE partitions.%I', p_name);
  RETURN total;
END $$;

-- Removes the oldest rows of partitions that aren't a month, at most p_limit, and returns how many.
CREATE FUNCTION purge_rows(p_table text, p_before timestamptz, p_limit int) RETURNS int
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
DECLARE
  part text;
  removed int;
BEGIN
  IF p_before > now() - partitions.least_age(p_table) THEN
    RAISE EXCEPTION 'rows of % are kept for at least %', p_table, partitions.least_age(p_table);
  END IF;
  FOR part IN SELECT name FROM partitions.months(p_table) WHERE begins IS NULL LOOP
    -- Ids rise with time, so the lowest ones are looked at and the others aren't.
    EXECUTE format('DELETE FROM partitions.%1$I WHERE (id, at) IN (
      SELECT id, at FROM (SELECT id, at FROM partitions.%1$I ORDER BY id, at LIMIT $2) oldest WHERE at < $1)', part)
      USING p_before, p_limit;
    GET DIAGNOSTICS removed = ROW_COUNT;
    IF removed > 0 THEN RETURN removed; END IF;
  END LOOP;
  RETURN 0;
END $$;

-- Makes a table the first partition of a new one of the same name, with its indexes, foreign keys, policies and grants. It
-- has been prepared: a unique index (id, at), and a valid check of its months. An empty table is dropped instead.
CREATE PROCEDURE partitions.split(p_table text)
LANGUAGE plpgsql SET search_path = pg_catalog, public SET TimeZone = 'UTC' SET DateStyle = 'ISO' AS $$
DECLARE
  past text := p_table || '_past';
  old oid := format('public.%I', p_table)::regclass;
  bound timestamptz;
  next_id bigint;
  filled boolean;
  grantee text;
  policy text;
  statement text;
  statements text[];
BEGIN
  EXECUTE format('LOCK TABLE public.%I IN ACCESS EXCLUSIVE MODE', p_table);
  SELECT substring(pg_get_constraintdef(oid) FROM '''([^'']+)''')::timestamptz INTO bound
    FROM pg_constraint WHERE conname = past || '_bound' AND conrelid = old AND convalidated;
  EXECUTE format('SELECT CASE WHEN is_called THEN last_value + 1 ELSE last_value END FROM %s',
    pg_get_serial_sequence(format('public.%I', p_table), 'id')) INTO next_id;

  statements := ARRAY(
    SELECT pg_get_indexdef(indexrelid) FROM pg_index
    WHERE indrelid = old AND NOT indisprimary AND indexrelid <> format('public.%I', past || '_key')::regclass
  ) || ARRAY(
    SELECT format('ALTER TABLE public.%I ADD CONSTRAINT %I %s', p_table, conname, pg_get_constraintdef(oid))
    FROM pg_constraint WHERE conrelid = old AND contype = 'f'
  ) || format('ALTER TABLE public.%I ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY', p_table) || ARRAY(
    SELECT format('CREATE POLICY %I ON public.%I FOR %s TO %s USING (%s)', policyname, p_table, cmd,
      (SELECT string_agg(quote_ident(r), ', ') FROM unnest(roles) r), qual)
    FROM pg_policies WHERE schemaname = 'public' AND tablename = p_table
  ) || ARRAY(
    SELECT format('GRANT %s ON public.%I TO %s', string_agg(a.privilege_type, ', '), p_table, a.grantee::regrole)
    FROM pg_class c CROSS JOIN aclexplode(c.relacl) a WHERE c.oid = old AND a.grantee <> c.relowner GROUP BY a.grantee
  );

  -- Whoever reaches the partition itself owns it.
  FOR policy IN SELECT policyname FROM pg_policies WHERE schemaname = 'public' AND tablename = p_table LOOP
    EXECUTE format('DROP POLICY %I ON public.%I', policy, p_table);
  END LOOP;
  FOR grantee IN SELECT DISTINCT a.grantee::regrole FROM pg_class c CROSS JOIN aclexplode(c.relacl) a
    WHERE c.oid = old AND a.grantee <> c.relowner LOOP
    EXECUTE format('REVOKE ALL ON public.%I FROM %s', p_table, grantee);
  END LOOP;
  EXECUTE format('ALTER TABLE public.%I DISABLE ROW LEVEL SECURITY, NO FORCE ROW LEVEL SECURITY', p_table);
  EXECUTE format('ALTER TABLE public.%I ALTER id DROP IDENTITY', p_table);
  EXECUTE format('SELECT EXISTS (SELECT FROM public.%I)', p_table) INTO filled;
  EXECUTE format('ALTER TABLE public.%I SET SCHEMA partitions', p_table);
  EXECUTE format('ALTER TABLE partitions.%I RENAME TO %I', p_table, past);

  EXECUTE format('CREATE TABLE public.%I (LIKE partitions.%I INCLUDING DEFAULTS INCLUDING CONSTRAINTS INCLUDING COMMENTS)
    PARTITION BY RANGE (at)', p_table, past);
  EXECUTE format('ALTER TABLE public.%I DROP CONSTRAINT %I', p_table, past || '_bound');
  EXECUTE format('ALTER TABLE public.%I ADD CONSTRAINT %I PRIMARY KEY (id, at)', p_table, p_table || '_pkey');
  EXECUTE format('ALTER TABLE public.%I ALTER id ADD GENERATED ALWAYS AS IDENTITY (START %s)', p_table, next_id);
  FOREACH statement IN ARRAY statements LOOP EXECUTE statement; END LOOP;

  IF filled THEN
    EXECUTE format('ALTER TABLE partitions.%I DROP CONSTRAINT %I, ADD CONSTRAINT %I PRIMARY KEY USING INDEX %I',
      past, p_table || '_pkey', past || '_pkey', past || '_key');
    EXECUTE format('ALTER TABLE public.%I ATTACH PARTITION partitions.%I FOR VALUES FROM (MINVALUE) TO (%L)',
      p_table, past, bound);
  ELSE
    EXECUTE format('DROP TABLE partitions.%I', past);
  END IF;
  EXECUTE format('CREATE TABLE partitions.%I PARTITION OF public.%I DEFAULT', p_table || '_default', p_table);
  PERFORM make_partitions(p_table, 3);
END $$;

REVOKE ALL ON FUNCTION make_partitions(text, int), expired_partitions(text, timestamptz), drop_partition(text, text),
  purge_rows(text, timestamptz, int) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION make_partitions(text, int), expired_partitions(text, timestamptz), drop_partition(text, text),
  purge_rows(text, timestamptz, int) TO tessera_all;
`;
}
