import { useIsMutating } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { useHasUnsavedInput } from '@tessera/ui';

/** Loads the page again. */
export const reloadPage = (): void => location.reload();

export interface PageReload {
  /** Whether the reload waits until the user's input is saved or discarded. */
  isWaiting: boolean;
  /** Reloads the page, at once or as soon as nothing is lost. */
  request: () => void;
  cancel: () => void;
}

/** A reload of the page that loses no input: it waits for forms, open dialogs and requests that change something. */
export function usePageReload(reload: () => void = reloadPage): PageReload {
  const [isRequested, setRequested] = useState(false);
  const hasInput = useHasUnsavedInput();
  const isSaving = useIsMutating() > 0;
  const isHeld = hasInput || isSaving;
  const reloadNow = useEffectEvent(reload);
  useEffect(() => {
    if (isRequested && !isHeld) reloadNow();
  }, [isRequested, isHeld]);
  return {
    isWaiting: isRequested && isHeld,
    request: () => setRequested(true),
    cancel: () => setRequested(false),
  };
}
