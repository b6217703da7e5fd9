import { type ComponentType, lazy, type ReactNode, useState } from 'react';

/** A page in its own chunk. */
export interface LazyPage {
  (): ReactNode;
  /** Prefetches the page, so that it renders without a fallback. */
  fetch: () => Promise<unknown>;
}

/** A page that is fetched when it first renders, or ahead of that. */
export function lazyPage(load: () => Promise<ComponentType>): LazyPage {
  let fetched: ComponentType | undefined;
  const fetch = async () => ({ default: (fetched ??= await load()) });
  const LazyComponent = lazy(fetch);
  function Page() {
    // Stays the same while mounted, so that the page keeps its state.
    const [Component] = useState<ComponentType>(() => fetched ?? LazyComponent);
    return <Component />;
  }
  return Object.assign(Page, { fetch });
}
