import type { Account } from '../catalogue.ts';
import type { Html, Part } from './html.ts';
import { html } from './html.ts';

export interface Page {
  title: string;
  account: Account | null;
  body: Html;
  /** Seconds after which the browser reloads the page. */
  refreshSeconds?: number;
}

const mark = html`<svg width="28" height="28" viewBox="0 0 28 28" aria-hidden="true">
  <rect width="28" height="28" rx="7" fill="var(--sea)" />
  <path
    d="M5 18.5q2.25-2 4.5 0t4.5 0 4.5 0 4.5 0M8 15V9h12v6M14 9V5"
    fill="none"
    stroke="var(--sea-ink)"
    stroke-width="2"
    stroke-linecap="round"
    stroke-linejoin="round"
  />
</svg>`;

function session(account: Account | null): Part {
  if (!account) return html`<a href="/sign-in">Sign in</a>`;
  return html`<a href="/orders">My orders</a><span class="who">${account.email}</span>
    <form method="post" action="/sign-out"><button class="plain">Sign out</button></form>`;
}

/** Renders the complete page around a body. */
export function layout(page: Page): string {
  const refresh = page.refreshSeconds;
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${page.title} · Harbour Box Office</title>
        <link rel="stylesheet" href="/style.css" />
        <link rel="icon" href="data:," />
        ${refresh === undefined ? null : html`<meta http-equiv="refresh" content="${refresh}" />`}
        <script src="/countdown.js" defer></script>
      </head>
      <body>
        <a class="skip" href="#main">Skip to content</a>
        <div class="sandbox">Sandbox: fictional events, no real tickets, no real money.</div>
        <header class="top">
          <div class="wide">
            <a class="brand" href="/">${mark}Harbour Box Office</a>
            <nav aria-label="Site">
              <a href="/">Events</a><a href="/scenario">Scenario</a>${session(page.account)}
            </nav>
          </div>
        </header>
        <main id="main" class="wide">${page.body}</main>
      </body>
    </html>`.markup;
}

/** Renders an error message above a form. */
export const alert = (message: string | null): Part =>
  message === null ? null : html`<p class="note bad" role="alert">${message}</p>`;
