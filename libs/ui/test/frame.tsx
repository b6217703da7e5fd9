import { render, type RenderResult } from '@testing-library/react';
import { useMemo, useState, type ReactNode } from 'react';
import { LocaleProvider, ThemeRoot } from '../src/index';
import { type SearchParams } from '../src/lists';

// Real interactions on a busy machine take seconds, not the default five at most.
jest.setTimeout(30_000);

/** Renders as the shell does, at a fixed place and time. */
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

/** Search parameters as a router keeps them, and every query string they were set to. */
export function useParams(start: string, told: (search: string) => void): SearchParams {
  const [params, setParams] = useState(() => new URLSearchParams(start));
  return useMemo(
    () => [
      params,
      (change) => {
        const next = change(params);
        told(next.toString());
        setParams(next);
      },
    ],
    [params, told],
  );
}

/** Makes `window.matchMedia` answer as a window of this width would. */
export function setWidth(width: number): void {
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
