import { styled } from '@mui/material';
import { Fragment, type ReactNode } from 'react';

const Root = styled('dl')(({ theme: { vars, typography } }) => ({
  ...typography.body2,
  display: 'grid',
  gridTemplateColumns: 'minmax(88px, max-content) minmax(0, 1fr)',
  gap: '5px 16px',
  margin: 0,
  '& dt': { color: vars.palette.text.tertiary },
  '& dd': { margin: 0, overflowWrap: 'anywhere', whiteSpace: 'pre-line', color: vars.palette.text.primary },
}));

export interface Description {
  term: string;
  /** Unknown (null, undefined, empty) shows as "–". */
  value: ReactNode;
}

/** Terms and their values in two columns. */
export function DescriptionList({ items }: { items: readonly Description[] }) {
  return (
    <Root>
      {items.map(({ term, value }) => (
        <Fragment key={term}>
          <dt>{term}</dt>
          <dd>{value === null || value === undefined || value === '' ? '–' : value}</dd>
        </Fragment>
      ))}
    </Root>
  );
}
