import { colorModeCookie } from './color-mode';

/** An inline script for a page's head that sets the color scheme before the first paint; the CSP needs its hash or nonce. */
export const initColorSchemeScript = `(function(){var m;try{m=(document.cookie.match(/(?:^|; )${colorModeCookie}=(light|dark)/)||[])[1]}catch(e){}document.documentElement.setAttribute('data-theme',m||(matchMedia('(prefers-color-scheme: dark)').matches?'dark':'light'))})()`;

/** The same script as an element, with the page's nonce; only of use in markup that a server renders. */
export function InitColorScheme({ nonce }: { nonce?: string }) {
  return <script nonce={nonce} dangerouslySetInnerHTML={{ __html: initColorSchemeScript }} />;
}
