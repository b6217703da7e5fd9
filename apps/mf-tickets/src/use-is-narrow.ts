import { useMediaQuery, useTheme } from '@tessera/ui/mui';

/** Whether lists show three-line rows, with their actions in a menu. */
export const useIsNarrow = (): boolean => useMediaQuery(useTheme().breakpoints.down('sm'), { noSsr: true });

/** Whether lists use narrow columns and hide redundant ones: in a window below `width` px. */
export const useIsTight = (width: number | 'lg' = 'lg'): boolean =>
  useMediaQuery(useTheme().breakpoints.down(width), { noSsr: true });
