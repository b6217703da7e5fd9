import { Box, Button } from '@mui/material';
import { CircleAlert } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form';
import { ErrorAlert } from '../feedback/error-alert';
import { useSubmit } from '../form/use-submit';
import { useTexts } from '../texts';
import { DialogFrame } from './dialog-frame';
import { DialogHeader } from './dialog-frame';
import { useCloseGuard } from './use-close-guard';

export interface FormDialogProps<T extends FieldValues> {
  open: boolean;
  title: ReactNode;
  subtitle?: ReactNode;
  form: UseFormReturn<T>;
  /** Saves the form; errors it throws are shown at their fields, or above the form. */
  onSubmit: (values: T) => Promise<unknown>;
  onClose: () => void;
  /** The verb: "Create site"; "Save" when absent. */
  submitLabel?: string;
  /** Why saving isn't possible now; shown beside the button. */
  blocked?: string | undefined;
  /** Whether closing would lose input that isn't part of the form. */
  hasOtherInput?: boolean;
  /** The form's fields by the API's names, where they differ. */
  rename?: Readonly<Record<string, FieldPath<T>>>;
  /** In px; 960 by default. */
  width?: number;
  /** The navigation between sections. */
  sidebar?: ReactNode;
  /** At the right of the header: "Form | JSON". */
  tools?: ReactNode;
  /** At the left of the footer: "2 changes: …". */
  footerNote?: ReactNode;
  children: ReactNode;
}

/** A form in a dialog: closing asks for confirmation when there are changes, and the server's errors show at their fields. */
export function FormDialog<T extends FieldValues>(props: FormDialogProps<T>) {
  const t = useTexts();
  const {
    open,
    title,
    subtitle,
    form,
    onClose,
    submitLabel,
    width = 960,
    sidebar,
    tools,
    footerNote,
    hasOtherInput = false,
  } = props;
  const id = useId();
  const { isDirty, isSubmitting, errors } = form.formState;
  const { submit, error } = useSubmit(form, props.onSubmit, {
    onDone: onClose,
    rename: props.rename,
  });
  const close = useCloseGuard(isDirty || hasOtherInput, onClose);
  const count = Object.keys(errors).length;
  const why = count > 0 ? t('dialogs.form.toCorrect', { count }) : props.blocked;
  return (
    <DialogFrame
      open={open}
      width={width}
      labelledBy={id}
      onClose={close}
      sidebar={sidebar}
      header={<DialogHeader id={id} title={title} subtitle={subtitle} tools={tools} onClose={close} />}
      footer={
        <>
          <Box sx={{ flex: 1, color: 'text.secondary' }}>{footerNote}</Box>
          {why ? (
            <Box
              role="status"
              sx={{
                typography: 'caption',
                display: 'flex',
                gap: 0.75,
                alignItems: 'center',
                color: count > 0 ? 'status.cinnabar.text' : 'text.secondary',
              }}
            >
              {count > 0 ? <CircleAlert size={14} strokeWidth={1.75} aria-hidden /> : null}
              {why}
            </Box>
          ) : null}
          <Button onClick={close}>{t('cancel')}</Button>
          <Button
            variant="contained"
            type="submit"
            form={`${id}form`}
            disabled={isSubmitting || props.blocked !== undefined}
          >
            {submitLabel ?? t('save')}
          </Button>
        </>
      }
    >
      <Box
        component="form"
        id={`${id}form`}
        noValidate
        onSubmit={submit}
        sx={{ display: 'grid', gap: 2, alignContent: 'start' }}
      >
        {error ? <ErrorAlert error={error} /> : null}
        {props.children}
      </Box>
    </DialogFrame>
  );
}
