import { Fragment } from 'react';
import { formatKey } from '@tessera/ui';
import { styled } from '@tessera/ui/mui';

const Key = styled('kbd')(({ theme: { vars } }) => ({
  font: 'inherit',
  fontSize: 11,
  lineHeight: '16px',
  flex: 'none',
  minWidth: 18,
  padding: '0 5px',
  textAlign: 'center',
  whiteSpace: 'nowrap',
  border: `1px solid ${vars.palette.line.main}`,
  borderRadius: 4,
  color: vars.palette.text.secondary,
  backgroundColor: vars.palette.surface.sunken,
}));

/** Alternative shortcuts, with the keyboard's key names. */
export const Keys = ({ keys, or = '/' }: { keys: readonly string[]; or?: string }) => (
  <span style={{ display: 'inline-flex', gap: 4, flex: 'none', alignItems: 'center' }}>
    {keys.map((key, i) => (
      <Fragment key={key}>
        {i > 0 ? <span>{or}</span> : null}
        <Key>{formatKey(key)}</Key>
      </Fragment>
    ))}
  </span>
);
