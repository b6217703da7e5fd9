import { useEffect } from 'react';
import { useNavigate } from '@tessera/federation/router';
import { openedPath } from '../../service-worker/opened-message';

/** Navigates to the page of a notification that is clicked while the console is open. */
export function useOpenedNotification(): void {
  const navigate = useNavigate();
  useEffect(() => {
    if (!('serviceWorker' in navigator)) return;
    const onMessage = ({ data }: MessageEvent) => {
      const path = openedPath(data);
      if (path) void navigate(path);
    };
    navigator.serviceWorker.addEventListener('message', onMessage);
    return () => navigator.serviceWorker.removeEventListener('message', onMessage);
  }, [navigate]);
}
