import type { FastifyReply } from 'fastify';
import type { Account } from '../catalogue.ts';
import type { SandboxError } from '../sandbox-error.ts';
import { type Html, html, type Part } from './html.ts';

const TITLES: Partial<Record<SandboxError['code'], string>> = {
  NOT_FOUND: 'Not found',
  OUTAGE: 'Temporarily unavailable',
  SIGN_IN: 'Sign in first',
  BUSY: 'Too many requests',
};

/** Renders an error as a page. */
export function errorPage(error: SandboxError): string {
  const title = TITLES[error.code] ?? 'Something went wrong';
  const retryAfter = error.retryAfterSeconds;
  return layout({
    title,
    account: null,
    body: html`<h1>${title}</h1>
      <p>${error.message}.</p>
      ${retryAfter === null ? null : html`<p class="soft">Try again in ${retryAfter} s.</p>`}
      <p><a href="/">All events</a></p>`,
  });
}

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

/** The fields of a submitted form or a query string. */
export type Form = Record<string, string | undefined>;

const CONTENT_SECURITY_POLICY =
  "default-src 'none'; style-src 'self'; script-src 'self'; img-src data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

/** Sends a page with its security headers. */
export const sendPage = (reply: FastifyReply, markup: string, status = 200): FastifyReply =>
  reply
    .status(status)
    .type('text/html; charset=utf-8')
    .header('content-security-policy', CONTENT_SECURITY_POLICY)
    .send(markup);
