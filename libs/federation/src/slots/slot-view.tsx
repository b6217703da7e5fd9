import {
  Component,
  type ComponentType,
  type ReactNode,
  Suspense,
  useEffect,
  useEffectEvent,
  useState,
} from 'react';
import type { RecordSlot, SlotContents } from './slot-contents';
import type { PlacedSlot } from './slot-host';
import { slotTimeMs, slotTimeout } from './slot-time';

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
    <SlotBoundary onError={fail}>
      <Suspense fallback={<Pending onLate={() => fail(slotTimeout())}>{loading}</Pending>}>
        <Content id={id} />
        <Shown onShown={() => registry.commit(release)} />
      </Suspense>
    </SlotBoundary>
  );
}

/** The fallback of content that waits for something; it may wait as long as any other answer of a slot takes. */
function Pending({ onLate, children }: { onLate: () => void; children: ReactNode }): ReactNode {
  const late = useEffectEvent(onLate);
  useEffect(() => {
    const timer = setTimeout(() => late(), slotTimeMs);
    return () => clearTimeout(timer);
  }, []);
  return children;
}

function Shown({ onShown }: { onShown: () => void }): null {
  const shown = useEffectEvent(onShown);
  useEffect(() => shown(), []);
  return null;
}

/** Catches what a slot throws, so that the page around it stays. */
class SlotBoundary extends Component<
  { onError: (error: unknown) => void; children: ReactNode },
  { failed: boolean }
> {
  override state = { failed: false };

  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true };
  }

  override componentDidCatch(error: unknown): void {
    this.props.onError(error);
  }

  override render(): ReactNode {
    return this.state.failed ? null : this.props.children;
  }
}
