import type { Answer } from '../app';

/** A realm and the people who act in it. */
export interface RealmDesk {
  realmId: number;
  emails: string[];
  tokens: string[];
}

/** A task of a run, with whose it is. */
export interface TaskDesk {
  id: number;
  order_key: string;
  login_id: number;
  realm: RealmDesk;
  customer: string;
}

export type Code = { code?: string };

/** An answer in one word; a fault of the server's own, or a call that is wrong, is an error of the test. */
export function said({ status, body }: Answer<Code | null>): string {
  if (status < 300) return 'OK';
  if (status === 409 && body?.code) return body.code;
  throw new Error(`An act was answered ${status}: ${JSON.stringify(body)}`);
}
