import { colorModeCookie } from './color-mode';

/** An inline script for a page's head that sets the color scheme before the first paint; the CSP needs its hash or nonce. */
export const initColorSchemeScript = `(function(){var m;try{m=(document.cookie.match(/(?:^|; )${colorModeCookie}=(light|dark)/)||[])[1]}catch(e){}document.documentElement.setAttribute('data-theme',m||(matchMedia('(prefers-color-scheme: dark)').matches?'dark':'light'))})()`;
