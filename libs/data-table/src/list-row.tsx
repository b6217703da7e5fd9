import { styled } from '@mui/material';

/** One line of a list's head; `line` draws the rule below it. */
export const ListRow = styled('div', { shouldForwardProp: (name) => name !== 'line' })<{ line?: boolean }>(
  ({ theme: { vars, breakpoints }, line }) => ({
    display: 'flex',
    alignItems: 'center',
    flex: 'none',
    minHeight: 40,
    padding: '0 24px',
    ...(line ? { borderBottom: `1px solid ${vars.palette.line.main}` } : {}),
    [breakpoints.down('sm')]: { padding: '0 16px' },
  }),
);
