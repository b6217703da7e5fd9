import type { SandboxError } from '../sandbox-error.ts';
import { html } from './html.ts';
import { layout } from './layout.ts';

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
