import type { Client } from 'pg';
import type { Config } from '../../platform/config/config';

/** What the checks of an installation may use. */
export type Examination = {
  config: Config;
  /** A connection as the server's role; each check leaves it outside a transaction. */
  client: Client;
  /** The address that people use; undefined: it isn't checked. */
  url?: string;
};
