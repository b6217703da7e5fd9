import { failure, type Finding, ok } from '../finding';
import type { Examination } from './examination';

const TABLES = ['audit', 'task_events', 'push_deliveries'];

/** Whether the next month has its partitions: rows of a month without one slow the table's default partition down. */
export async function checkPartitions({ client }: Examination): Promise<Finding[]> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT t.name FROM unnest($1::text[]) AS t (name)
     WHERE EXISTS (SELECT FROM pg_class WHERE oid = to_regclass('public.' || t.name) AND relkind = 'p')
       AND NOT EXISTS (
         SELECT FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
         CROSS JOIN LATERAL pg_get_expr(c.relpartbound, c.oid) AS bound
         WHERE i.inhparent = to_regclass('public.' || t.name)
           AND substring(bound FROM 'TO \\(''([^'']+)''\\)')::timestamptz > date_trunc('month', now(), 'UTC') + interval '1 month')`,
    [TABLES],
  );
  if (rows.length === 0) return [ok('The next month has its partitions')];
  return [
    failure(
      `These tables have no partition for the next month: ${rows.map(({ name }) => name).join(', ')}`,
      'A running server makes them within ten minutes: look for "retention" in its log, and run tessera migrate if the functions are missing.',
    ),
  ];
}
