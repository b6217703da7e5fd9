/** How long things move, in ms, and how. Reduced motion sets all to 0 in the base styles. */
export const motion = {
  hover: 120,
  menu: 160,
  drawer: 200,
  changed: 900,
  easing: 'cubic-bezier(.2,0,0,1)',
} as const;

/** Whether the person asked for less motion. */
export const prefersReducedMotion = (): boolean =>
  typeof window !== 'undefined' && window.matchMedia?.('(prefers-reduced-motion: reduce)').matches === true;
