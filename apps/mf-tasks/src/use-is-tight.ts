import { useMediaQuery } from '@tessera/ui/mui';

/** Whether the window is narrower than `from`, in px: too narrow for all columns of a list. */
export const useIsTight = (from = 1280): boolean =>
  useMediaQuery(`(max-width: ${from - 0.05}px)`, { noSsr: true });
