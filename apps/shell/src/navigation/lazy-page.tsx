import { lazy, useState, type ComponentType, type ReactNode } from 'react';

/** A page in a file of its own. */
export interface LazyPage {
  (): ReactNode;
  /** Fetches it ahead: then it is drawn at once, without a fallback in between. */
  fetch: () => Promise<unknown>;
}

/** A page that is fetched when it is drawn, or ahead. */
export function lazyPage(load: () => Promise<ComponentType>): LazyPage {
  let fetched: ComponentType | undefined;
  const fetch = async () => ({ default: (fetched ??= await load()) });
  const LazyComponent = lazy(fetch);
  function Page() {
    // One and the same while it is shown, so that what it holds is kept.
    const [Component] = useState<ComponentType>(() => fetched ?? LazyComponent);
    return <Component />;
  }
  return Object.assign(Page, { fetch });
}
