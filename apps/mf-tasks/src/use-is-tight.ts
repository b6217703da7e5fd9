import { useMediaQuery } from '@tessera/ui/mui';

/** Whether the window is too narrow for all of a list's columns; `from`: the width in px that has room. */
export const useIsTight = (from = 1280): boolean =>
  useMediaQuery(`(max-width: ${from - 0.05}px)`, { noSsr: true });
