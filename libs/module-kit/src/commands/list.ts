import { defineCommand } from '../command.ts';
import { formatDuration } from '../report.ts';
import { connect, serverHelp, serverOptions } from '../server/options.ts';
import { describeAssignments, type PublishedModule, type PublishedRelease } from '../server/publishing.ts';

export default defineCommand({
  usage: '[name] --to URL',
  help: ['Lists the releases of the modules that the token may publish, the newest first.', ...serverHelp],
  options: serverOptions,
  positionals: [0, 1],
  run: async ({ values, positionals: [name], report, ...context }) => {
    const connection = await connect(values, { ...context, report });
    const all = await connection.send<PublishedModule[]>({ method: 'GET', path: '/api/publishing/modules' });
    const modules = name === undefined ? all : all.filter((module) => module.name === name);
    if (modules.length === 0) report.line(name ? `There is no module ${name}` : 'There are no modules yet');
    for (const module of modules) {
      report.line(describeAssignments(module));
      const reasons = module.releases.flatMap(({ incompatible }) => incompatible ?? []);
      const failures = module.releases.flatMap((release) =>
        release.failures.map(({ message, loads }) => `${release.version} failed ${loads} ×: ${message}`),
      );
      for (const line of [...asTable(module.releases.map(describeRelease)), ...reasons, ...failures])
        report.line(`  ${line}`);
    }
    return { modules };
  },
});

function describeRelease({ version, state, created_at, published_by, stats }: PublishedRelease): string[] {
  const { loads, error_rate, p95_ms } = stats;
  return [
    version,
    state.replace('_', ' '),
    created_at.slice(0, 16).replace('T', ' '),
    published_by ?? 'the installation',
    loads === 0 ? 'no loads' : `${loads} ${loads === 1 ? 'load' : 'loads'}`,
    error_rate === null ? '' : `${(error_rate * 100).toFixed(1)} % failed`,
    p95_ms === null ? '' : `p95 ${formatDuration(p95_ms)}`,
  ];
}

/** Pads cells so that columns line up. */
function asTable(rows: readonly string[][]): string[] {
  const widthOf = (column: number) => Math.max(...rows.map((row) => row[column]?.length ?? 0));
  return rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widthOf(column)))
      .join('  ')
      .trimEnd(),
  );
}
