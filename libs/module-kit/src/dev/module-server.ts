import webpack from 'webpack';
import WebpackDevServer from 'webpack-dev-server';
import { describeErrors, loadConfig } from '../build/webpack.ts';
import { formatDuration, type Report } from '../report.ts';

/** The development server of a module. */
export interface ModuleServer {
  close: () => Promise<void>;
}

/**
 * Serves the module of a folder with hot replacement, and reports each build.
 *
 * @param shell the origin of the console that loads it
 */
export async function serveModule(
  dir: string,
  port: number,
  shell: string,
  report: Report,
): Promise<ModuleServer> {
  // The configuration reads them.
  Object.assign(process.env, { DEV_PORT: String(port), DEV_SHELL: shell });
  const config = await loadConfig(dir, 'development');
  const compiler = webpack({ ...config, stats: 'none' });
  const built = new Promise<void>((resolve) => {
    compiler.hooks.done.tap('tessera-module', (stats) => {
      const errors = describeErrors(stats);
      const { startTime, endTime } = stats;
      report.line(errors ?? `Built in ${formatDuration(endTime - startTime)}`);
      resolve();
    });
  });
  const server = new WebpackDevServer({ ...config.devServer, port }, compiler);
  await server.start();
  await built;
  return { close: () => server.stop() };
}
