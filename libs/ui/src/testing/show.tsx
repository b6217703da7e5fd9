import { render, type RenderResult } from '@testing-library/react';
import type { ReactNode } from 'react';
import { ThemeRoot } from '../theme-root';
import { LocaleProvider } from '../time/locale';

/** Renders a page as the shell does, with a fixed time zone and clock. */
export const show = (
  page: ReactNode,
  now: () => number = () => Date.parse('2026-11-20T14:32:12Z'),
): RenderResult =>
  render(
    <ThemeRoot>
      <LocaleProvider timeZone="UTC" now={now}>
        {page}
      </LocaleProvider>
    </ThemeRoot>,
  );

/** Sets the window width that `window.matchMedia` reports. */
export function setViewportWidth(width: number): void {
  window.matchMedia = (query: string) => {
    const max = /max-width:\s*([\d.]+)px/.exec(query)?.[1];
    const min = /min-width:\s*([\d.]+)px/.exec(query)?.[1];
    const matches = query.includes('width') && width <= Number(max ?? Infinity) && width >= Number(min ?? 0);
    return Object.assign(new EventTarget(), {
      matches,
      media: query,
      onchange: null,
      addListener: () => undefined,
      removeListener: () => undefined,
    });
  };
}
