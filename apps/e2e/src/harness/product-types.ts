/** Credentials of an account of the console. */
export interface Credentials {
  email: string;
  password: string;
}

/** A console with its demo realm and the sandbox site. */
export interface Product {
  /** Address at which pages are opened. */
  url: string;
  /** Address for API calls: another server of the same console, where there are several. */
  apiUrl: string;
  /** Addresses of all servers; pages are opened at the first, or at nginx in front of them. */
  urls: readonly string[];
  sandboxUrl: string;
  admin: Credentials;
  owner: Credentials;
  /** Stops what the suite started and removes its data; returns the exit code. */
  stop(): Promise<number | null>;
}

/** A console that the suite started, so that tests may kill its processes. */
export interface LaunchedProduct extends Product {
  /** Everything printed so far. */
  output(): string;
  /** Current process ids of the servers, in the order of their addresses, or of the workers. */
  pids(service: 'server' | 'worker'): readonly number[];
  /** Process id of the Postgres server. */
  postgresPid(): number;
  /** Sends SIGKILL to the first server or worker; returns its process id. */
  kill(service: 'server' | 'worker'): number;
}

/** Implements `LaunchedProduct.kill`. */
export function killFirst([pid]: readonly number[], service: string): number {
  if (pid === undefined) throw new Error(`No ${service} is running.`);
  process.kill(pid, 'SIGKILL');
  return pid;
}
