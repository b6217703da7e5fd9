import type { Problem } from '../problem.ts';
import { html } from './html.ts';
import { layout } from './layout.ts';

const TITLES: Partial<Record<Problem['code'], string>> = {
  NOT_FOUND: 'Nothing here',
  OUTAGE: 'Back in a moment',
  SIGN_IN: 'Sign in first',
  BUSY: 'Very busy',
};

/** A problem as a page. */
export function errorPage(problem: Problem): string {
  const title = TITLES[problem.code] ?? 'That did not work';
  const again = problem.retryAfterSeconds;
  return layout({
    title,
    account: null,
    body: html`<h1>${title}</h1>
      <p>${problem.message}.</p>
      ${again === null ? null : html`<p class="soft">Try again in ${again} s.</p>`}
      <p><a href="/">All events</a></p>`,
  });
}
