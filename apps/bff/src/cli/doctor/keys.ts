import { ownedRows } from '../../owned-rows';
import { Sealing } from '../../platform/sealing/sealing';
import { failure, type Finding, ok, warning } from '../finding';
import { type Examination, readAsAll } from './examination';

/** Whether the server has the key of every secret in the database. */
export async function checkKeys({ config, client }: Examination): Promise<Finding[]> {
  const known = new Sealing(config).keyIds;
  const used = await readAsAll<{ key: string; count: number }>(
    client,
    ownedRows.sealed
      .map(({ table }) => `SELECT secrets ->> 'key' AS key FROM ${table} WHERE secrets ? 'data_key'`)
      .join(' UNION ALL '),
    (sql) => `SELECT key, count(*)::int AS count FROM (${sql}) AS used GROUP BY key ORDER BY key`,
  );
  const missing = used.filter(({ key }) => !known.includes(key));
  if (missing.length > 0)
    return missing.map(({ key, count }) =>
      failure(
        `${count} secrets are sealed by the key ${key}, which SEALING_KEYS does not have`,
        'Add that key behind the first one: it is in the settings of older servers, or in a backup. Without it these secrets are lost.',
      ),
    );
  const others = used.filter(({ key }) => key !== known[0]);
  if (others.length > 0)
    return [
      warning(
        `${others.reduce((sum, { count }) => sum + count, 0)} secrets use another key than the first of SEALING_KEYS`,
        'Run tessera seal-rotate before you remove the others.',
      ),
    ];
  return [ok('Every secret is sealed by the first key')];
}
