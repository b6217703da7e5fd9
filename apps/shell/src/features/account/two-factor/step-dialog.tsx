import { type ReactNode, useId } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { DialogFrame, DialogHeader, ErrorAlert } from '@tessera/ui';
import { useSubmit } from '@tessera/ui/forms';
import { Box, Button } from '@tessera/ui/mui';
import { useTwoFactorTexts } from './texts';

export interface StepDialogProps<T extends FieldValues> {
  title: string;
  form: UseFormReturn<T>;
  submitLabel: string;
  /** Runs the step; an error is shown and the dialog stays open. */
  onSubmit: (values: T) => Promise<unknown>;
  onClose: () => void;
  children: ReactNode;
}

/** One step of a short form in a dialog; the caller decides what follows. */
export function StepDialog<T extends FieldValues>(props: StepDialogProps<T>) {
  const { title, form, submitLabel, onSubmit, onClose, children } = props;
  const t = useTwoFactorTexts();
  const id = useId();
  const { submit, error } = useSubmit(form, onSubmit);
  return (
    <DialogFrame
      open
      width={520}
      labelledBy={id}
      onClose={onClose}
      header={<DialogHeader id={id} title={title} onClose={onClose} />}
      footer={
        <>
          <Box sx={{ flex: 1 }} />
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button variant="contained" type="submit" form={`${id}form`} loading={form.formState.isSubmitting}>
            {submitLabel}
          </Button>
        </>
      }
    >
      <Box component="form" id={`${id}form`} noValidate onSubmit={submit} sx={{ display: 'grid', gap: 2 }}>
        {error ? <ErrorAlert error={error} /> : null}
        {children}
      </Box>
    </DialogFrame>
  );
}
