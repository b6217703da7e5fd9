import {
  type ApiError,
  authLogin,
  authLogout,
  authRegister,
  clearSession,
  type ForgottenPasswordDto,
  type PasskeyAssertion,
  passwordResetRequest,
  passwordResetReset,
  storeAuthAnswer,
  toApiError,
} from '@tessera/api';
import { forgetDestination } from './destination';

/** A second factor, when the server requires one: the code of an app or for recovery, or a passkey. */
export interface SecondFactorProof {
  code?: string;
  passkey?: PasskeyAssertion;
}

export interface Credentials extends SecondFactorProof {
  email: string;
  password: string;
}

export interface Registration extends Pick<Credentials, 'email' | 'password'> {
  name: string;
  /** The token of an invitation's link. */
  invitation_token?: string;
}

/** Signs in and stores the session. Throws an ApiError. */
export async function signIn(body: Credentials): Promise<void> {
  storeAuthAnswer((await authLogin({ body })).data);
}

/** Whether the server accepted the password and requires a second factor. */
export const requiresSecondFactor = (error: unknown): boolean =>
  error !== null && toApiError(error).code === 'SECOND_FACTOR_REQUIRED';

/** Registers, which signs in too. Throws an ApiError. */
export async function signUp(body: Registration): Promise<void> {
  storeAuthAnswer((await authRegister({ body })).data);
}

/** Asks for a reset link, by mail or else from the realm's owners and the administrators. Throws an ApiError. */
export const requestPasswordReset = async (email: string): Promise<ForgottenPasswordDto> =>
  (await passwordResetRequest({ body: { email } })).data;

/** Sets a new password with a link's token. Throws an ApiError. */
export async function resetPassword(body: { token: string; password: string }): Promise<void> {
  await passwordResetReset({ body });
}

/**
 * Ends the session on this device in any case, and that of the identity provider it came from; returns the error when the request to
 * the server failed.
 */
export async function signOut(): Promise<ApiError | null> {
  forgetDestination();
  try {
    const { data, response } = await authLogout({ signal: AbortSignal.timeout(5_000) });
    if (data && response.status === 200) location.assign(data.url);
    return null;
  } catch (error) {
    return toApiError(error);
  } finally {
    clearSession();
  }
}
