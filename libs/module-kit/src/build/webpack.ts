import { existsSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import webpack, { type Configuration, type Stats } from 'webpack';
import { refusal } from '../failure.ts';

type Mode = 'production' | 'development';
type ConfigFunction = (env: object, args: { mode: Mode }) => Configuration;

/** Reads the webpack configuration of the module in a folder. */
export async function loadConfig(dir: string, mode: Mode): Promise<Configuration> {
  const file = path.join(dir, 'webpack.config.mjs');
  if (!existsSync(file) || !existsSync(path.join(dir, 'module.json')))
    throw refusal(`${dir} is no folder of a module: module.json or webpack.config.mjs is missing`);
  const { default: config } = (await import(pathToFileURL(file).href)) as {
    default: Configuration | ConfigFunction;
  };
  return typeof config === 'function' ? config({}, { mode }) : config;
}

/** Runs one build. */
export function runWebpack(config: Configuration): Promise<Stats> {
  const compiler = webpack(config);
  return new Promise((resolve, reject) => {
    compiler.run((error, stats) =>
      compiler.close((closeError) => {
        const failure = error ?? closeError;
        if (failure) reject(failure);
        else if (stats) resolve(stats);
      }),
    );
  });
}

/** The errors of a build as text; null when there are none. */
export const describeErrors = (stats: Stats): string | null =>
  stats.hasErrors() ? stats.toString({ preset: 'errors-only', colors: false }) : null;
