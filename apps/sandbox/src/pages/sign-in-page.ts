import { ACCOUNTS } from '../catalogue.ts';
import type { Html } from './html.ts';
import { html } from './html.ts';
import { alert, layout } from './layout.ts';

const [example] = ACCOUNTS;

/** E-mail and password; `next` is a path of this site. */
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
      Accounts are made up: ${example?.email ?? ''} has the password ${example?.password ?? ''}, and so on by
      number.
    </p>
    <button>Sign in</button>
  </form>`;
}

/** The sign-in page; says what went wrong. */
export function signInPage(next: string, email: string, error: string | null): string {
  return layout({
    title: 'Sign in',
    account: null,
    body: html`<h1>Sign in</h1>
      ${alert(error)}${signInForm(next, email)}`,
  });
}
