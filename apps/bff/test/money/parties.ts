import type { Answer } from '../app';

/** A realm and the people who act in it. */
export interface RealmDesk {
  realmId: number;
  emails: string[];
  tokens: string[];
}

/** A task of a run, with its owner. */
export interface TaskDesk {
  id: number;
  order_key: string;
  login_id: number;
  realm: RealmDesk;
  customer: string;
}

export type Code = { code?: string };

/** The code of a response. A server error or an invalid call fails the test. */
export function resultOf({ status, body }: Answer<Code | null>): string {
  if (status < 300) return 'OK';
  if (status === 409 && body?.code) return body.code;
  throw new Error(`An action returned ${status}: ${JSON.stringify(body)}`);
}
