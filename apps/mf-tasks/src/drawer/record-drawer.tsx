import { Skeleton } from '@tessera/ui/mui';
import { ErrorAlert, describeError } from '@tessera/ui';
import { DrawerPanel } from '@tessera/ui/panels';
import type { ReactNode } from 'react';

export interface RecordDrawerProps {
  /** The row's name; undefined until it is read. */
  name: string | undefined;
  /** Stands there until then: "Task". */
  placeholder: string;
  status?: ReactNode;
  subtitle?: ReactNode;
  /** Why it can't be read. */
  error: unknown;
  onRetry: () => void;
  onClose: () => void;
  onPrevious?: (() => void) | undefined;
  onNext?: (() => void) | undefined;
  /** Shown once it is read. */
  children: ReactNode;
}

/** One row beside its list: its name and state above, an error or a placeholder until it is read. */
export function RecordDrawer(props: RecordDrawerProps) {
  const { name, placeholder, status, subtitle, error, onRetry, onClose, onPrevious, onNext, children } =
    props;
  const isLoaded = name !== undefined;
  return (
    <DrawerPanel
      title={name ?? placeholder}
      {...(isLoaded ? { label: name, status, subtitle } : {})}
      onClose={onClose}
      {...(onPrevious ? { onPrevious } : {})}
      {...(onNext ? { onNext } : {})}
    >
      {error ? (
        <ErrorAlert error={describeError(error)} onRetry={onRetry} />
      ) : isLoaded ? (
        children
      ) : (
        <Skeleton variant="rounded" height={160} />
      )}
    </DrawerPanel>
  );
}
