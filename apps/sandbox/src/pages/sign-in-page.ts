import { ACCOUNTS } from '../catalogue.ts';
import type { Html } from './html.ts';
import { html } from './html.ts';
import { alert, layout } from './layout.ts';

const [example] = ACCOUNTS;

/** Renders the sign-in form; `next` is the path to open afterwards. */
export function signInForm(next: string, email: string): Html {
  return html`<form class="panel" method="post" action="/sign-in">
    <input type="hidden" name="next" value="${next}" />
    <label for="email">E-mail</label>
    <input id="email" name="email" type="email" value="${email}" autocomplete="username" required />
    <label for="password">Password</label>
    <input
      id="password"
      name="password"
      type="password"
      autocomplete="current-password"
      required
      aria-describedby="sign-in-help"
    />
    <p class="help" id="sign-in-help">
      Use a test account, such as ${example?.email ?? ''} with the password ${example?.password ?? ''}.
    </p>
    <button>Sign in</button>
  </form>`;
}

/** Renders the sign-in page. */
export function signInPage(next: string, email: string, error: string | null): string {
  return layout({
    title: 'Sign in',
    account: null,
    body: html`<h1>Sign in</h1>
      ${alert(error)}${signInForm(next, email)}`,
  });
}
