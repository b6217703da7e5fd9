/** One line of the report. */
export interface Result {
  attack: string;
  tried: string;
  outcome: string;
  passed: boolean;
}

/** Formats the results as a plain-text table. */
export function formatTable(results: readonly Result[]): string {
  const rows = [
    ['attack', 'tried', 'outcome', ''],
    ...results.map(({ attack, tried, outcome, passed }) => [
      attack,
      tried,
      outcome,
      passed ? 'ok' : 'FAILED',
    ]),
  ];
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)));
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column]!))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
