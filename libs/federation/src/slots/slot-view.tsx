import { type ComponentType, type ReactNode, Suspense, useEffect, useEffectEvent, useState } from 'react';
import { ErrorBoundary } from '../error-boundary';
import { loadTimeMs, timeoutFailure } from '../time-limits';
import type { RecordSlot, SlotContents } from './slot-contents';
import type { PlacedSlot } from './slot-host';

/** A place whose content is a component. */
type ViewPlace = {
  [Place in keyof SlotContents]: SlotContents[Place] extends ComponentType | RecordSlot ? Place : never;
}[keyof SlotContents];

export interface SlotViewProps {
  placed: PlacedSlot<ViewPlace>;
  /** The record that it is about; left out on the dashboard. */
  id?: number;
  /** Shown until the content is on screen. */
  loading: ReactNode;
}

/**
 * Shows a slot's content, loaded when this is first rendered. One that throws or isn't there in time is taken away from its
 * place (`useSlots`).
 */
export function SlotView({ placed, id, loading }: SlotViewProps): ReactNode {
  const { registry, release, slot } = placed;
  const [Content, setContent] = useState<ComponentType<{ id?: number | undefined }> | null>(null);
  useEffect(() => {
    let isMounted = true;
    const show = (content: unknown) => {
      if (isMounted) setContent(() => content as ComponentType<{ id?: number | undefined }>);
    };
    // The registry has recorded the failure, and the place shows the slot no longer.
    registry.loadSlot(release, slot).then(show, () => undefined);
    return () => {
      isMounted = false;
    };
  }, [registry, release, slot]);
  if (!Content) return loading;
  const fail = (error: unknown) => void registry.failSlot(release, slot.id, error);
  return (
    <ErrorBoundary onError={fail}>
      <Suspense fallback={<Pending onLate={() => fail(timeoutFailure(loadTimeMs))}>{loading}</Pending>}>
        <Content id={id} />
        <Shown onShown={() => registry.commit(release)} />
      </Suspense>
    </ErrorBoundary>
  );
}

/** The fallback of content that waits for something; it may wait as long as loading may take. */
function Pending({ onLate, children }: { onLate: () => void; children: ReactNode }): ReactNode {
  const late = useEffectEvent(onLate);
  useEffect(() => {
    const timer = setTimeout(() => late(), loadTimeMs);
    return () => clearTimeout(timer);
  }, []);
  return children;
}

function Shown({ onShown }: { onShown: () => void }): null {
  const shown = useEffectEvent(onShown);
  useEffect(() => shown(), []);
  return null;
}
