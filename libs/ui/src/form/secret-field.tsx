import { Box, Button } from '@mui/material';
import { useState } from 'react';
import { type FieldValues, useController } from 'react-hook-form';
import { useTexts } from '../texts';
import type { FieldProps } from './field-frame';
import { FieldFrame } from './field-frame';
import { PlainTextField } from './plain-text-field';

export interface SecretFieldProps<T extends FieldValues> extends FieldProps<T> {
  /** Whether a secret is stored, and a hint; never the secret itself. */
  stored: { set: boolean; hint: string | null } | undefined;
  rows?: number;
}

/**
 * A write-only field: shows whether a secret is set, and can replace or clear it. The form's value is undefined to leave
 * the secret unchanged, null to clear it, a string to set it, as in a PATCH.
 */
export function SecretField<T extends FieldValues>(props: SecretFieldProps<T>) {
  const { control, name, rules, stored, label, help, optional, disabled, rows } = props;
  const t = useTexts();
  const { field, fieldState } = useController({ control, name, rules });
  const value: unknown = field.value;
  const [editing, setEditing] = useState(false);
  const error = fieldState.error?.message;
  const isSet = stored?.set ?? false;
  if (!isSet || editing) {
    return (
      <PlainTextField
        label={label}
        help={isSet ? t('form.secret.willReplace') : help}
        error={error}
        type={rows ? 'text' : 'password'}
        autoComplete="new-password"
        name={field.name}
        inputRef={field.ref}
        value={typeof value === 'string' ? value : ''}
        onChange={(text) => field.onChange(text === '' ? undefined : text)}
        onBlur={field.onBlur}
        optional={optional}
        disabled={disabled}
        rows={rows}
        end={
          isSet ? (
            <KeepStoredButton
              onKeep={() => {
                field.onChange(undefined);
                setEditing(false);
              }}
            />
          ) : undefined
        }
      />
    );
  }
  const cleared = value === null;
  return (
    <FieldFrame id={field.name} label={label} help={help} error={error} group optional={optional}>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, minHeight: 32 }}>
        <Box component="span" sx={{ flex: 1, color: cleared ? 'text.tertiary' : 'text.primary' }}>
          {cleared
            ? t('form.secret.willClear')
            : stored?.hint
              ? t('form.secret.setHint', { hint: stored.hint })
              : t('form.secret.set')}
        </Box>
        {cleared ? (
          <Button size="small" onClick={() => field.onChange(undefined)}>
            {t('form.secret.keep')}
          </Button>
        ) : (
          <>
            <Button size="small" disabled={disabled ?? false} onClick={() => setEditing(true)}>
              {t('form.secret.replace')}
            </Button>
            <Button
              size="small"
              variant="text"
              disabled={disabled ?? false}
              onClick={() => field.onChange(null)}
            >
              {t('form.secret.clear')}
            </Button>
          </>
        )}
      </Box>
    </FieldFrame>
  );
}

function KeepStoredButton({ onKeep }: { onKeep: () => void }) {
  const t = useTexts();
  return (
    <Button size="small" variant="text" onClick={onKeep}>
      {t('form.secret.keepStored')}
    </Button>
  );
}
