import type { TestApp } from './app';
import { Authenticator, type CredentialOptions } from './authenticator';
import { PASSWORD, realm, type Signed, user } from './factories';

/** The address of consoles whose passkeys are tested. */
export const ORIGIN = 'https://console.quayside.example';

export type SessionAnswer = {
  token: string;
  refreshToken: string;
  code?: string;
  context?: Record<string, unknown>;
};
export type PasskeyAnswer = {
  id: number;
  name: string;
  recovery_codes: string[] | null;
  last_used_at: string | null;
};
export type ErrorAnswer = {
  code: string;
  message: string;
  details?: { field: string }[];
  context?: object;
};

/** What people do with passkeys over HTTP. */
export function passkeyCalls(app: TestApp) {
  const post = <T = ErrorAnswer>(path: string, body?: object, token?: string) =>
    app.http<T>('POST', `/api${path}`, { body: body ?? {}, token });
  const options = async (path: string, token?: string) =>
    (await post<{ options: CredentialOptions }>(path, undefined, token)).body.options;

  /** Adds a passkey of the authenticator. */
  async function add(me: Pick<Signed, 'token'>, device: Authenticator, name = 'Phone', faults = {}) {
    const attestation = device.create(await options('/me/passkeys/options', me.token), faults);
    return post<PasskeyAnswer & ErrorAnswer>('/me/passkeys', { name, attestation }, me.token);
  }

  return {
    post,
    options,
    add,
    /** A user with a passkey. */
    async holder(device = new Authenticator(ORIGIN)) {
      const me = await user(app, 'realm_user', await realm(app));
      const { body } = await add(me, device);
      return { ...me, device, passkey: body };
    },
    signIn: (assertion: object) => post<SessionAnswer>('/auth/passkey', { assertion }),
    challenge: () => options('/auth/passkey/options'),
    login: (email: string, more: object = {}) =>
      post<SessionAnswer>('/auth/login', { email, password: PASSWORD, ...more }),
    /** The actions of the user's audit log. */
    async audited(userId: number): Promise<string[]> {
      const { rows } = await app.db.query<{ action: string }>(
        "SELECT action FROM audit WHERE entity = 'user' AND entity_id = $1 ORDER BY id",
        [String(userId)],
      );
      return rows.map(({ action }) => action);
    },
    /** Makes the sign-in of the user's sessions six minutes old. */
    makeOld: ({ id }: Pick<Signed, 'id'>) =>
      app.db.query("UPDATE sessions SET authenticated_at = now() - interval '6 minutes' WHERE user_id = $1", [
        id,
      ]),
  };
}
