import { styled } from '@mui/material';

/** A panel's plain list: one entry per line, with a secondary line and a figure or button on the right. */
export const Lines = styled('ul')(({ theme: { vars, typography } }) => ({
  listStyle: 'none',
  margin: 0,
  padding: 0,
  '& > li': {
    display: 'flex',
    alignItems: 'center',
    gap: 8,
    padding: '7px 14px',
    borderBottom: `1px solid ${vars.palette.line.subtle}`,
  },
  '& > li:last-of-type': { borderBottom: 0 },
  '& .words': { flex: 1, minWidth: 0 },
  '& .title': {
    display: 'block',
    fontWeight: 600,
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
  },
  '& .detail': {
    ...typography.caption,
    display: 'block',
    color: vars.palette.text.secondary,
    overflowWrap: 'anywhere',
  },
  '& .end': { color: vars.palette.text.secondary, whiteSpace: 'nowrap' },
}));
