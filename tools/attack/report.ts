/** One line of the report: what was tried, what came of it, and whether the promise was kept. */
export interface Result {
  attack: string;
  tried: string;
  outcome: string;
  kept: boolean;
}

/** The results as a table in plain text. */
export function table(results: readonly Result[]): string {
  const rows = [
    ['attack', 'tried', 'outcome', ''],
    ...results.map(({ attack, tried, outcome, kept }) => [attack, tried, outcome, kept ? 'kept' : 'MISSED']),
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
