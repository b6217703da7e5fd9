import type { ComponentProps, ReactNode } from 'react';
import { ErrorAlert } from '@tessera/ui';
import { Box, Button } from '@tessera/ui/mui';

export interface SettingsFormProps {
  /** Of the form: whether it has changes, and whether they are being saved. */
  state: { isDirty: boolean; isSubmitting: boolean };
  onSubmit: ComponentProps<'form'>['onSubmit'];
  error: ComponentProps<typeof ErrorAlert>['error'] | null | undefined;
  /** The words of the button that saves. */
  saveLabel: string;
  children: ReactNode;
}

/** A panel's form that stays open after saving: its button is off until something has changed. */
export function SettingsForm({ state, onSubmit, error, saveLabel, children }: SettingsFormProps) {
  return (
    <Box component="form" noValidate onSubmit={onSubmit} sx={{ display: 'grid', gap: 2 }}>
      {error ? <ErrorAlert error={error} /> : null}
      {children}
      <Box>
        <Button type="submit" variant="contained" loading={state.isSubmitting} disabled={!state.isDirty}>
          {saveLabel}
        </Button>
      </Box>
    </Box>
  );
}
