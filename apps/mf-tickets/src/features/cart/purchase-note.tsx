import { useState } from 'react';
import { PlainTextField } from '@tessera/ui/forms';
import { Box } from '@tessera/ui/mui';
import { useTexts } from '../../texts';

export interface PurchaseNoteProps {
  /** The note about what is recorded. */
  children: string;
  onReference: (reference: string) => void;
}

/** The body of the question: what is recorded, and a field for the site's order reference. */
export function PurchaseNote({ children, onReference }: PurchaseNoteProps) {
  const t = useTexts();
  const [reference, setReference] = useState('');
  return (
    <Box sx={{ display: 'grid', gap: 1.5 }}>
      <div>{children}</div>
      <PlainTextField
        label={t('cart.reference')}
        optional
        maxLength={120}
        autoComplete="off"
        value={reference}
        onChange={(value) => {
          setReference(value);
          onReference(value);
        }}
      />
    </Box>
  );
}
