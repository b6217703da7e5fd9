import { TextField, type TextFieldProps } from '@tessera/ui/forms';
import { IconButton } from '@tessera/ui/mui';
import { Eye, EyeOff } from 'lucide-react';
import { useState } from 'react';
import type { FieldValues } from 'react-hook-form';
import { useTexts } from '../texts';

/** A password that can be looked at while typing. */
export function PasswordField<T extends FieldValues>(props: Omit<TextFieldProps<T>, 'type' | 'end'>) {
  const t = useTexts();
  const [shown, setShown] = useState(false);
  const Icon = shown ? EyeOff : Eye;
  return (
    <TextField
      {...(props as TextFieldProps<T>)}
      type={shown ? 'text' : 'password'}
      end={
        <IconButton
          size="small"
          aria-label={t(shown ? 'password.hide' : 'password.show')}
          onClick={() => setShown(!shown)}
        >
          <Icon size={16} strokeWidth={1.75} aria-hidden />
        </IconButton>
      }
    />
  );
}
