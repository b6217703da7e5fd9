import type { ReactNode } from 'react';
import { ButtonBase } from '@tessera/ui/mui';
import { useTexts } from '../texts';

/** Where seats are, as a button that shows them with those beside them. */
export function SeatsLink({ children, onClick }: { children: ReactNode; onClick: () => void }) {
  const t = useTexts();
  return (
    <ButtonBase
      title={t('seats.show')}
      onClick={(event) => {
        // The row has an action of its own.
        event.stopPropagation();
        onClick();
      }}
      sx={{
        font: 'inherit',
        lineHeight: '24px',
        verticalAlign: 'middle',
        maxWidth: '100%',
        borderRadius: '4px',
        display: 'inline-block',
        overflow: 'hidden',
        textOverflow: 'ellipsis',
        textAlign: 'left',
        textDecoration: 'underline dotted',
        textUnderlineOffset: '3px',
        '&:hover': { textDecorationStyle: 'solid' },
      }}
    >
      {children}
    </ButtonBase>
  );
}
