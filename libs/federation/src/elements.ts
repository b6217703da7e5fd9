// The script and stylesheet elements that the federation runtime inserts.
import { ModuleFailure } from './failure';
import { getFingerprint, isLocalFile } from './fingerprints';

/** The failures of files that got no element, by address: the federation runtime wraps what its hooks throw. */
const refusals = new Map<string, ModuleFailure>();

/** The failure of a file that got no element, when the message of an error names the file. */
export const findRefusal = (message: string): ModuleFailure | undefined =>
  [...refusals].find(([address]) => message.includes(address))?.[1];

/**
 * Turns the address of a script, which has been checked, into what a page under Trusted Types accepts.
 */
export type TrustScript = (address: string) => string;

/**
 * Creates the element of a module's script.
 *
 * @throws ModuleFailure INTEGRITY for a script that isn't a file of a verified release
 */
export function createScript(url: string, trustScript: TrustScript): HTMLScriptElement {
  const script = document.createElement('script');
  return verifyElement(script, url, () => void (script.src = trustScript(url)));
}

/**
 * Creates the element of a module's stylesheet, or of the preload of a file.
 *
 * @throws ModuleFailure INTEGRITY for a file that isn't one of a verified release
 */
export function createLink(url: string, attributes: Readonly<Record<string, unknown>>): HTMLLinkElement {
  const link = document.createElement('link');
  for (const [name, value] of Object.entries(attributes)) link.setAttribute(name, String(value));
  return verifyElement(link, url, () => void (link.href = url));
}

function verifyElement<E extends HTMLScriptElement | HTMLLinkElement>(
  element: E,
  url: string,
  setAddress: () => void,
): E {
  const fingerprint = getFingerprint(url);
  if (fingerprint) element.integrity = fingerprint;
  else if (!isLocalFile(url)) {
    const refusal = new ModuleFailure('INTEGRITY', `${url} is not among the files of the release`);
    refusals.set(url, refusal);
    throw refusal;
  }
  if (new URL(url, document.baseURI).origin !== location.origin) element.crossOrigin = 'anonymous';
  setAddress();
  return element;
}
