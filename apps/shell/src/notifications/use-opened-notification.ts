import { useEffect } from 'react';
import { useNavigate } from '@tessera/federation/router';
import { openedPath } from '../service-worker/opened-message';

/** Goes to the page of a notification that was clicked while this page is open. */
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
