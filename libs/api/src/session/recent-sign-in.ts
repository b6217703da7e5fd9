/** What is needed to prove a recent sign-in. */
export interface ProofNeeded {
  /** The code of the second factor, beside the password. */
  secondFactor: boolean;
}

/** Asks the person at the browser to prove who they are; false when they cancel. */
export type AskForProof = (needed: ProofNeeded) => Promise<boolean>;

let handler: AskForProof | undefined;
let asking: Promise<boolean> | undefined;

/** Registers the one who asks, when a call needs a recent sign-in. Answers how to stop. */
export function askForRecentSignIn(ask: AskForProof): () => void {
  handler = ask;
  return () => {
    if (handler === ask) handler = undefined;
  };
}

/** Asks the user, once for all calls that wait; null when nobody can ask. */
export function proveRecentSignIn(needed: ProofNeeded): Promise<boolean> | null {
  if (!handler) return null;
  asking ??= handler(needed).finally(() => (asking = undefined));
  return asking;
}

/** What a 401 asks for when it asks for a recent sign-in; null for every other answer. Leaves its body unread. */
export async function recentSignInNeeded(response: Response): Promise<ProofNeeded | null> {
  if (response.status !== 401) return null;
  try {
    const body = (await response.clone().json()) as { code?: unknown; context?: { second_factor?: unknown } };
    return body.code === 'REAUTH_REQUIRED' ? { secondFactor: body.context?.second_factor === true } : null;
  } catch {
    return null;
  }
}
