/** Ids of rehearsal realms begin here, so that one comparison separates them from the realms that people work in. */
export const FIRST_REHEARSAL_REALM = 1_000_000_000;

/**
 * Row-level security for a table whose rows belong to a person: they are seen with the person, since the inner query is
 * itself under row-level security.
 */
export const seenWithPerson = (table: string): string =>
  `ALTER TABLE ${table} ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY own_realm ON ${table} TO tessera_realm USING (EXISTS (SELECT FROM users u WHERE u.id = user_id));
CREATE POLICY all_realms ON ${table} TO tessera_all USING (true);`;

/**
 * Gives functions to tessera_all, which row-level security lets see every realm. `realms` may be called by realms too and
 * tell no more than their answer, `system` by tessera_all alone; `triggers` run by themselves.
 */
export function ownedBySystem({
  realms = [],
  system = [],
  triggers = [],
}: Readonly<Partial<Record<'realms' | 'system' | 'triggers', readonly string[]>>>): string {
  const called = [...realms, ...system];
  return [
    called.length > 0 && `REVOKE ALL ON FUNCTION ${called.join(', ')} FROM PUBLIC`,
    realms.length > 0 && `GRANT EXECUTE ON FUNCTION ${realms.join(', ')} TO tessera_realm`,
    'GRANT CREATE ON SCHEMA public TO tessera_all',
    ...[...called, ...triggers].map((name) => `ALTER FUNCTION ${name} OWNER TO tessera_all`),
    'REVOKE CREATE ON SCHEMA public FROM tessera_all',
  ]
    .filter(Boolean)
    .join(';\n')
    .concat(';');
}
