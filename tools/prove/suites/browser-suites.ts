import { findBrowser, findBrowsers } from '../../workspace/test/browser.ts';
import { runPlaywright } from '../../workspace/test/run-suite.ts';

/** Runs one of the configurations of apps/e2e that `npm test` leaves out. */
export const runConfiguration = async (config: string, args: readonly string[]): Promise<void> =>
  runPlaywright(['--config', config, ...args], { CHROMIUM: await findBrowser(console.log) });

/**
 * The browser suite over two servers and three workers on one database, as docs/operate/install.md starts them by hand, a set for
 * each project; `--project flow faults` selects projects. The project about `npm start` is left out. `--postgres=<folder>`: programs of
 * another PostgreSQL; `--pgbouncer=<program>`: servers reach the database through it; `--nginx`: pages reach the servers
 * through nginx.
 */
export async function runOverTwoServers(given: readonly string[]): Promise<void> {
  const args = [...given];
  /** Takes an option of this program from the arguments, whose others are Playwright's. */
  const take = (name: string): string | undefined => {
    const index = args.findIndex((arg) => arg === `--${name}` || arg.startsWith(`--${name}=`));
    return index < 0 ? undefined : args.splice(index, 1)[0]?.slice(name.length + 3);
  };
  const postgres = take('postgres');
  const pooler = take('pgbouncer');
  const nginx = take('nginx') !== undefined;
  await runPlaywright(['--workers=1', '--reporter=list', ...args], {
    ...(await findBrowsers(console.log)),
    SEPARATE_SERVERS: 'on',
    ...(postgres && { POSTGRES_BIN: postgres }),
    ...(pooler && { POOLER: pooler }),
    ...(nginx && { BEHIND_NGINX: 'on' }),
  });
}
