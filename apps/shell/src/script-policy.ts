interface ScriptPolicy {
  /** What a sink takes in place of the address; typed as the text that it stands for. */
  createScriptURL(address: string): string;
}

declare global {
  /** Trusted Types; missing in browsers without them. */
  var trustedTypes:
    | { createPolicy(name: string, rules: { createScriptURL(address: string): string }): ScriptPolicy }
    | undefined;
}

const policyName = 'tessera-shell';
let policy: ScriptPolicy | undefined;

/**
 * Turns the address of a script into what the page's content security policy accepts (`require-trusted-types-for 'script'`).
 * The chunk loaders of the builds have their own policy, `tessera-chunks`.
 *
 * @throws TypeError for an address that is neither the shell's own nor a file of a verified module, nor of a local one
 */
export function trustScript(address: string): string {
  policy ??= globalThis.trustedTypes?.createPolicy(policyName, { createScriptURL: requireKnownScript }) ?? {
    createScriptURL: requireKnownScript,
  };
  return policy.createScriptURL(address);
}

function requireKnownScript(address: string): string {
  if (isKnownScript(address)) return address;
  throw new TypeError(`${address} is no script of this console`);
}

function isKnownScript(address: string): boolean {
  const { origin, pathname, href } = new URL(address, document.baseURI);
  if (globalThis.__tesseraIntegrity?.[href] !== undefined) return true;
  if (origin !== location.origin) return globalThis.__tesseraLocalOrigins?.has(origin) ?? false;
  return !pathname.startsWith('/modules/');
}
