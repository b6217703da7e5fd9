import {
  authLogin,
  authLogout,
  authRegister,
  passwordResetRequest,
  passwordResetReset,
  clearSession,
  storeAuthAnswer,
  toApiError,
  type ApiError,
} from '@tessera/api';
import { forgetDestination } from './destination';

export interface Credentials {
  email: string;
  password: string;
  /** Of the second factor, once the server has asked for it. */
  code?: string;
}

export interface Registration extends Credentials {
  name: string;
  /** The token of an invitation's link. */
  invitation_token?: string;
}

/** Signs in and stores the session. Throws an ApiError. */
export async function signIn(body: Credentials): Promise<void> {
  storeAuthAnswer((await authLogin({ body })).data);
}

/** Whether the server has taken the password and wants a code of the second factor. */
export const requiresCode = (error: unknown): boolean =>
  error !== null && toApiError(error).code === 'SECOND_FACTOR_REQUIRED';

/** Registers, which signs in too. Throws an ApiError. */
export async function signUp(body: Registration): Promise<void> {
  storeAuthAnswer((await authRegister({ body })).data);
}

/** Asks those who may help for a link to a new password. Throws an ApiError. */
export async function requestPasswordReset(email: string): Promise<void> {
  await passwordResetRequest({ body: { email } });
}

/** Sets a new password with a link's token. Throws an ApiError. */
export async function resetPassword(body: { token: string; password: string }): Promise<void> {
  await passwordResetReset({ body });
}

/** Ends the session here in any case; answers the error when the server could not be told. */
export async function signOut(): Promise<ApiError | null> {
  forgetDestination();
  try {
    await authLogout({ signal: AbortSignal.timeout(5_000) });
    return null;
  } catch (error) {
    return toApiError(error);
  } finally {
    clearSession();
  }
}
