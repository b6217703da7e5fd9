import type { RouterProviderProps } from '@tessera/federation/router';

type Router = RouterProviderProps['router'];

/**
 * Has a page drawn in steps when somebody goes back or forward, as when they follow a link. Whatever changes within a
 * `popstate` event React draws at once, for browsers that restore how far a page was scrolled; no page of ours scrolls
 * as a whole.
 */
export function drawnInSteps(router: Router): Router {
  const subscribe = router.subscribe.bind(router);
  return Object.assign(router, {
    subscribe: ((tell) =>
      subscribe((state, how) => {
        if (window.event?.type !== 'popstate') return tell(state, how);
        // Whatever happened meanwhile is told too.
        setTimeout(() => tell(router.state, how));
      })) satisfies Router['subscribe'],
  });
}
