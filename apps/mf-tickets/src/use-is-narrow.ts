import { useMediaQuery, useTheme } from '@tessera/ui/mui';

/** Whether lists show three-line rows, whose actions then stand in a menu. */
export const useIsNarrow = (): boolean => useMediaQuery(useTheme().breakpoints.down('sm'), { noSsr: true });

/** Whether columns stand close together: figures that only repeat a word beside them go. */
export const useIsTight = (): boolean => useMediaQuery(useTheme().breakpoints.down('lg'), { noSsr: true });
