import { styled } from '@mui/material';

/** A page on the sheet: fills the height that the shell gives, so that lists scroll within and heads stay. */
export const Page = styled('div')({
  display: 'flex',
  flexDirection: 'column',
  flex: 1,
  minHeight: 0,
  minWidth: 0,
  height: '100%',
});

/** A page of panels, that scrolls as a whole: gutter 24, panels 12 apart. */
export const PanelPage = styled('div')(({ theme: { breakpoints } }) => ({
  flex: 1,
  minHeight: 0,
  overflow: 'auto',
  display: 'grid',
  gap: 12,
  alignContent: 'start',
  padding: '0 20px 24px 24px',
  [breakpoints.down('sm')]: { padding: '0 16px 16px' },
}));
