/** What a call needs before it is retried: the password and maybe two-factor authentication, or an identity provider. */
export interface SignInRequirement {
  /** Whether a code for two-factor authentication is needed as well. */
  secondFactor: boolean;
  /** Whether the user has a passkey, which is enough alone; left out by servers from before there were passkeys. */
  passkey?: boolean;
  /** The identity provider that proves it instead of a password; left out by servers from before there were any. */
  provider?: { id: number; name: string } | null;
}

/** Prompts the user to sign in again; resolves to false when they cancel. */
export type SignInPrompt = (requirement: SignInRequirement) => Promise<boolean>;

let prompt: SignInPrompt | undefined;
let openPrompt: Promise<boolean> | undefined;

/** Registers the prompt for calls that need a recent sign-in. Returns a function that unregisters it. */
export function registerSignInPrompt(newPrompt: SignInPrompt): () => void {
  prompt = newPrompt;
  return () => {
    if (prompt === newPrompt) prompt = undefined;
  };
}

/** Prompts the user, once for all waiting calls; null when no prompt is registered. */
export function promptForSignIn(needed: SignInRequirement): Promise<boolean> | null {
  if (!prompt) return null;
  openPrompt ??= prompt(needed).finally(() => (openPrompt = undefined));
  return openPrompt;
}

/** Returns what a 401 requires if it requires a recent sign-in, else null. Leaves the response's body unread. */
export async function readSignInRequirement(response: Response): Promise<SignInRequirement | null> {
  if (response.status !== 401) return null;
  try {
    const body = (await response.clone().json()) as {
      code?: unknown;
      context?: { second_factor?: unknown; passkey?: unknown; provider?: SignInRequirement['provider'] };
    };
    if (body.code !== 'REAUTH_REQUIRED') return null;
    const { second_factor, passkey, provider = null } = body.context ?? {};
    return { secondFactor: second_factor === true, passkey: passkey === true, provider };
  } catch {
    return null;
  }
}
