import { useEffect, useState } from 'react';

/** True once `on` has held for `delay` ms: a quick answer shows no indicator at all. */
export function useDelayed(on: boolean, delay: number): boolean {
  const [late, setLate] = useState(false);
  useEffect(() => {
    if (!on) return;
    const timer = setTimeout(() => setLate(true), delay);
    return () => {
      clearTimeout(timer);
      setLate(false);
    };
  }, [on, delay]);
  return on && (late || delay <= 0);
}
