import type { ReactNode } from 'react';
import { ApiError } from '@tessera/api';
import { describeError, ErrorAlert } from '@tessera/ui';
import { Skeleton } from '@tessera/ui/mui';
import { DrawerPanel } from '@tessera/ui/panels';

export interface RecordDrawerProps {
  /** The row's name; undefined until it is loaded. */
  name: string | undefined;
  /** The title until then: "Task". */
  placeholder: string;
  status?: ReactNode;
  subtitle?: ReactNode;
  /** The error of loading it. */
  error: unknown;
  onRetry: () => void;
  onClose: () => void;
  onPrevious?: (() => void) | undefined;
  onNext?: (() => void) | undefined;
  /** Shown once it is loaded. */
  children: ReactNode;
}

/** Whether the server has answered that it doesn't return the row. */
const isRefusal = (error: unknown): boolean =>
  error instanceof ApiError && error.status >= 400 && error.status < 500 && error.status !== 429;

/** The drawer of one row beside its list, with its name and state; shows an error or a skeleton until it is loaded. */
export function RecordDrawer(props: RecordDrawerProps) {
  const { name, placeholder, status, subtitle, error, onRetry, onClose, onPrevious, onNext, children } =
    props;
  const isLoaded = name !== undefined;
  // What is shown stays when a later read fails, unless the row is gone.
  const hides = Boolean(error) && (!isLoaded || isRefusal(error));
  const alert = error ? <ErrorAlert error={describeError(error)} onRetry={onRetry} /> : null;
  return (
    <DrawerPanel
      title={name ?? placeholder}
      {...(isLoaded ? { label: name, status, subtitle } : {})}
      onClose={onClose}
      onPrevious={onPrevious}
      onNext={onNext}
    >
      {alert}
      {hides ? null : isLoaded ? children : <Skeleton variant="rounded" height={160} />}
    </DrawerPanel>
  );
}
