import { useMediaQuery, useTheme } from '@mui/material';

/** Whether lists show three-line rows, whose actions then stand in a menu (look, section 5). */
export const useIsNarrow = (): boolean => useMediaQuery(useTheme().breakpoints.down('sm'), { noSsr: true });

/** Whether the sheet is too narrow for figures that only repeat a word beside them. */
export const useIsTight = (): boolean => useMediaQuery(useTheme().breakpoints.down('lg'), { noSsr: true });
