import { useEffect, useState } from 'react';

/**
 * The room over the whole window, without menu and top bar, and where the browser allows it over the whole screen. The
 * whole document is shown, since dialogs are outside the room.
 */
export function useFullScreen() {
  const [isFull, setFull] = useState(false);
  useEffect(() => {
    const onChange = () => {
      if (!document.fullscreenElement) setFull(false);
    };
    document.addEventListener('fullscreenchange', onChange);
    return () => document.removeEventListener('fullscreenchange', onChange);
  }, []);
  useEffect(
    () => () => {
      if (document.fullscreenElement) void document.exitFullscreen();
    },
    [],
  );
  const toggle = () => {
    setFull(!isFull);
    const root = document.documentElement;
    // A browser may refuse; the room still fills the window.
    if (!isFull && 'requestFullscreen' in root) root.requestFullscreen().catch(() => undefined);
    else if (document.fullscreenElement) void document.exitFullscreen();
  };
  return { isFull, toggle };
}
