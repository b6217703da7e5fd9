import {
  type ReactNode,
  Suspense,
  useDeferredValue,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useSyncExternalStore,
} from 'react';
import { useLocation, useRoutes } from 'react-router';
import type { ModuleRelease, RemoteDefinition } from './contract';
import { ErrorBoundary } from './error-boundary';
import type { Failure, ModuleRegistry, ModuleState } from './registry';

/** Subscribes to a module's state. */
export function useModuleState(registry: ModuleRegistry, release: ModuleRelease): ModuleState {
  return useSyncExternalStore(registry.subscribe, () => registry.getState(release));
}

export interface RemoteOutletProps {
  registry: ModuleRegistry;
  release: ModuleRelease;
  /** Shown while the module, or a part of it, is loading. */
  loading: ReactNode;
  /** Renders the fallback; this lib has no styles of its own. */
  renderFailure: (failure: Failure, retry: () => void, retrying: boolean) => ReactNode;
}

/** Loads a module and shows its page at the current address, or the fallback. */
export function RemoteOutlet({ registry, release, loading, renderFailure }: RemoteOutletProps): ReactNode {
  // As a transition: after a Suspense fallback React would delay the page, and its requests, by 300 ms.
  const state = useDeferredValue(useModuleState(registry, release));
  const { pathname } = useLocation();
  const retry = () => void registry.retry(release);

  // Before the effects of the page itself, which may be on screen at once.
  useLayoutEffect(() => registry.visit(release), [registry, release]);
  // Each visit of a page retries: one that crashed doesn't affect the module's other pages.
  useEffect(() => registry.start(release), [registry, release, pathname]);
  const nextTryAt = state.status === 'failed' ? state.failure.nextTryAt : null;
  useEffect(() => {
    if (nextTryAt === null) return;
    const timer = setTimeout(() => void registry.retry(release), nextTryAt - Date.now());
    return () => clearTimeout(timer);
  }, [nextTryAt, registry, release]);

  if (state.status === 'failed') return renderFailure(state.failure, retry, false);
  if (state.status !== 'ready' && state.previous) return renderFailure(state.previous, retry, true);
  return (
    <Suspense fallback={loading}>
      {state.status === 'ready' ? (
        <ErrorBoundary key={state.load} onError={(error) => void registry.fail(release, error)}>
          <RemotePages definition={state.definition} onCommit={() => registry.commit(release)} />
        </ErrorBoundary>
      ) : (
        loading
      )}
    </Suspense>
  );
}

interface RemotePagesProps {
  definition: RemoteDefinition;
  /** Called when the first page, including its lazy parts, is on screen. */
  onCommit: () => void;
}

function RemotePages({ definition, onCommit }: RemotePagesProps): ReactNode {
  const committed = useEffectEvent(onCommit);
  useEffect(() => committed(), []);
  return useRoutes(definition.routes);
}
