import { readFileSync } from 'node:fs';
import path from 'node:path';
import { defineCommand } from '../command.ts';
import { type Role, roles } from '../dev/built-in-answers.ts';
import {
  type ConsoleOptions,
  listen,
  type Listening,
  mockConsole,
  serverConsole,
} from '../dev/console-server.ts';
import { serveModule } from '../dev/module-server.ts';
import { freePort } from '../dev/ports.ts';
import { shellFolder } from '../dev/shell-folder.ts';
import { refusal, usageError } from '../failure.ts';
import { manifestFile, type ReleaseManifest } from '../release.ts';

const CONSOLE_PORT = 4200;
const MODULE_PORT = 4205;

export default defineCommand({
  usage: '[--mock | --server URL | --inside URL]',
  help: [
    'Serves the module of this folder with hot replacement until Ctrl-C.',
    '--mock           in a console of its own with the data of mocks/ (default)',
    `--role ROLE      with --mock, who is signed in: ${roles.join(', ')}; realm_owner if left out`,
    '--mocks FOLDER   with --mock, another folder than mocks',
    '--server URL     in a console of its own with the data of a server, e.g. http://127.0.0.1:3000',
    '--inside URL     in a deployed console, for your browser only',
    `--port PORT      of the console; the first free one from ${CONSOLE_PORT} on if left out`,
    `--module-port PORT   of the module's files; the first free one from ${MODULE_PORT} on if left out`,
  ],
  options: {
    mock: { type: 'boolean' },
    role: { type: 'string', default: 'realm_owner' },
    mocks: { type: 'string', default: 'mocks' },
    server: { type: 'string' },
    inside: { type: 'string' },
    port: { type: 'string' },
    'module-port': { type: 'string' },
  },
  positionals: [0, 0],
  run: async ({ values, cwd, report }) => {
    const { mock, server, inside } = values;
    if ([mock, server, inside].filter(Boolean).length > 1)
      throw usageError('Give one of --mock, --server and --inside');
    const modulePort = await portOf(values['module-port'], MODULE_PORT);
    const consolePort = await portOf(values.port, CONSOLE_PORT);
    const moduleOrigin = `http://127.0.0.1:${modulePort}`;
    const address = inside === undefined ? `http://127.0.0.1:${consolePort}` : addressOf(inside).origin;

    const module = await serveModule(cwd, modulePort, address, report);
    let console: Listening | null = null;
    if (inside === undefined) {
      const options: ConsoleOptions = { dir: cwd, shell: shellFolder(), moduleOrigin, warn: report.line };
      const listener =
        server === undefined
          ? mockConsole(options, path.resolve(cwd, values.mocks), roleOf(values.role))
          : serverConsole(options, addressOf(server));
      console = await listen(listener, consolePort);
    }
    const { name, title, routes } = JSON.parse(
      readFileSync(path.join(cwd, manifestFile), 'utf8'),
    ) as ReleaseManifest;
    const [first] = routes;
    const page = `${address}${first && !first.path.includes(':') ? first.path : '/'}`;
    for (const line of inside === undefined
      ? [`${title}: ${page}`]
      : explainOverride({ console: address, page, name, moduleOrigin }))
      report.line(line);
    await untilStopped();
    await Promise.all([module.close(), console?.close()]);
    return { console: address, module: moduleOrigin };
  },
});

/** What to do in a deployed console, which takes the module from this computer for one browser. */
const explainOverride = (at: {
  console: string;
  page: string;
  name: string;
  moduleOrigin: string;
}): string[] => [
  `${at.name} is served at ${at.moduleOrigin}. To use it in your browser's ${at.console}:`,
  `  1. Sign in as an administrator, or as a developer of the module's publisher.`,
  `  2. In the top bar, open “Load modules from this computer” and add ${at.name} with the address ${at.moduleOrigin}.`,
  `  3. Open ${at.page}; the badge Local in the top bar switches it off and on.`,
];

function addressOf(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (!url || !/^https?:$/.test(url.protocol)) throw usageError(`${text} is no address of a server`);
  return url;
}

function roleOf(text: string): Role {
  const role = roles.find((known) => known === text);
  if (!role) throw usageError(`${text} is no role: ${roles.join(', ')}`);
  return role;
}

async function portOf(text: string | undefined, preferred: number): Promise<number> {
  if (text === undefined) return freePort(preferred);
  const port = Number(text);
  if (!Number.isInteger(port) || port < 1 || port > 65_535) throw usageError(`${text} is no port`);
  if ((await freePort(port)) !== port) throw refusal(`Port ${port} is in use`);
  return port;
}

const untilStopped = (): Promise<void> =>
  new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve());
  });
