/** What the page for a browser that keeps no session says: fetched with it. */
export const en = {
  cookies: {
    title: 'Cookies are turned off',
    why: 'Tessera needs a cookie to tell people from bots, and the browser’s storage to keep your session. This browser blocks them, so you can’t sign in here.',
    how: 'Open your browser’s settings, find “Cookies and site data” under privacy, and allow cookies for {{host}}. A private window or an extension may block them too.',
    still: 'Cookies are still off.',
  },
  insecure: {
    title: 'This address isn’t secure',
    why: 'Tessera keeps half of your session in a cookie that browsers accept over https alone. This page was opened over http, so you can’t sign in here.',
    how: 'Open the console at its https address, which the person who runs {{host}} knows. On the computer that it runs on, Chrome, Edge and Firefox also accept {{local}}.',
    still: 'The browser still refuses the cookie.',
  },
  retry: 'Retry',
};
