/** SQL of an instant within JSON, in UTC as everywhere in the API. */
export const instantJsonSql = (sql: string): string =>
  `to_char(${sql} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
