import { serverSettings } from './catalogue';
import { otherSettings } from './other-settings';
import { isSecret, type Setting, settingGroups } from './setting';

const introduction = `# Settings

Generated from \`apps/bff/src/platform/config\` by \`npm run contract\`: don't edit it.

All settings come from the environment and are read once, at the start. A bad value stops the program with exit code 78 and one
line that names every bad setting, never a secret's value:

    Configuration: PORT must be a whole number from 0 to 65535, not "http"; TOKEN_SECRET is required

A setting marked **file** can be given as \`<NAME>_FILE\` instead, the path of a file with the value (a mounted secret of Docker or
Kubernetes): \`TOKEN_SECRET_FILE=/run/secrets/token_secret\`. White space around the value is ignored. Giving both is an error, and
so is a file that can't be read or is empty. A changed file is read by the next start.

All servers of an installation share the same settings, apart from \`PORT\`, \`HOST\` and \`DATA_DIR\`. The command \`tessera\` reads
those of the server too.
`;

/** Returns docs/operate/settings.md: every setting of every program, formatted as prettier does. */
export function settingsPage(): string {
  const settings: [string, Setting][] = Object.entries(serverSettings);
  const sections = settingGroups.flatMap((group) => {
    const rows = settings
      .filter(([, setting]) => setting.group === group)
      .map(([name, setting]) => [label(name, isSecret(setting)), defaultOf(setting), meaningOf(setting)]);
    return rows.length > 0 ? [`### ${group}\n\n${table(rows)}`] : [];
  });
  const others = Object.entries(otherSettings).map(([program, list]) => {
    const rows = list.map(({ name, file, meaning, ...setting }) => [
      label(name, file),
      setting.default,
      meaning,
    ]);
    return `## ${program}\n\n${table(rows)}`;
  });
  return [introduction, '## Server and `tessera`\n', ...sections, ...others].join('\n');
}

const label = (name: string, file = false): string => `\`${name}\`${file ? ' **file**' : ''}`;

function defaultOf(setting: Setting): string {
  if (setting.defaultMeaning) return setting.defaultMeaning;
  if (setting.kind === 'choice' && setting.productionDefault)
    return `${setting.default}; in production ${setting.productionDefault}`;
  return 'default' in setting && setting.default !== undefined ? String(setting.default) : 'none';
}

function meaningOf(setting: Setting): string {
  if (setting.kind === 'choice')
    return `${setting.meaning}: ${setting.values.map((value) => `\`${value}\``).join(', ')}`;
  if (setting.kind === 'switch') return `${setting.meaning}: \`on\` or \`off\``;
  if (setting.kind === 'integer') return `${setting.meaning} (${setting.min} to ${setting.max})`;
  return setting.meaning;
}

function table(rows: readonly (readonly string[])[]): string {
  const lines = [['name', 'default', 'meaning'], ...rows];
  const widths = [0, 1, 2].map((column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
  const row = (cells: readonly string[]): string =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |\n`;
  const rule = `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |\n`;
  return lines.map((line, index) => row(line) + (index === 0 ? rule : '')).join('');
}
