import { Box, Button } from '@mui/material';
import { CircleAlert } from 'lucide-react';
import { useId, type ReactNode } from 'react';
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
  /** Saves; what it throws is shown: field errors at their fields, the rest above the form. */
  onSubmit: (values: T) => Promise<unknown>;
  onClose: () => void;
  /** The verb: "Create site"; "Save" when absent. */
  submitLabel?: string;
  /** Why saving isn't possible now; stands beside the button. */
  blocked?: string | undefined;
  /** Wire names that differ from the form's. */
  rename?: Readonly<Record<string, FieldPath<T>>>;
  /** Px; 960 unless the form is small. */
  width?: number;
  /** Sections at the left. */
  sidebar?: ReactNode;
  /** At the right of the head: "Form | JSON". */
  tools?: ReactNode;
  /** At the left of the foot: "2 changes: …". */
  footerNote?: ReactNode;
  children: ReactNode;
}

/** A form in a dialog: head and foot stay, Esc asks when something was changed, the server's errors land in place. */
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
  } = props;
  const id = useId();
  const { isDirty, isSubmitting, errors } = form.formState;
  const { submit, error } = useSubmit(form, props.onSubmit, {
    onDone: onClose,
    ...(props.rename ? { rename: props.rename } : {}),
  });
  const close = useCloseGuard(isDirty, onClose);
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
