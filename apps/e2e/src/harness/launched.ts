/** An account of the console. */
export interface Credentials {
  email: string;
  password: string;
}

/** A console with its demo realm and the sandbox site. */
export interface Product {
  /** Where its pages are opened. */
  url: string;
  /** Where the suite calls its API: another server of the same console, where there are several. */
  apiUrl: string;
  /** All of its servers; pages are opened at the first. */
  urls: readonly string[];
  sandboxUrl: string;
  admin: Credentials;
  owner: Credentials;
  /** Ends what was started, and removes its data; answers the exit code. */
  stop(): Promise<number | null>;
}

/** A console that the suite has started for itself, so that it may break it. */
export interface LaunchedProduct extends Product {
  /** What was printed so far. */
  printed(): string;
  /** Process ids at present of its servers, in the order of their addresses, or of its workers. */
  pids(service: 'server' | 'worker'): readonly number[];
  /** Process id of the Postgres server itself. */
  postgresPid(): number;
  /** SIGKILL to the first of its servers or workers; answers the id of the process that was killed. */
  kill(service: 'server' | 'worker'): number;
}

/** As `LaunchedProduct.kill`. */
export function killFirst([victim]: readonly number[], service: string): number {
  if (victim === undefined) throw new Error(`No ${service} runs.`);
  process.kill(victim, 'SIGKILL');
  return victim;
}
