/** One line of the report. */
export interface Result {
  attack: string;
  tried: string;
  outcome: string;
  passed: boolean;
}

/** Formats the results as a plain-text table. */
export function formatTable(results: readonly Result[]): string {
  const header = ['attack', 'tried', 'outcome', ''];
  const rows = [
    header,
    ...results.map(({ attack, tried, outcome, passed }) => [
      attack,
      tried,
      outcome,
      passed ? 'ok' : 'FAILED',
    ]),
  ];
  const widths = header.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
