import { useId } from 'react';
import { type Control, type FieldPathByValue, type FieldValues, useController } from 'react-hook-form';
import { duties, type Duty } from '@tessera/domain';
import { Checkbox, FieldFrame } from '@tessera/ui/forms';
import { Box } from '@tessera/ui/mui';
import { useTexts } from '../texts';

export interface DutiesFieldProps<T extends FieldValues> {
  control: Control<T>;
  name: FieldPathByValue<T, Duty[]>;
  /** What they are for; by default those of a person. */
  help?: string;
}

/** The duties of a person, each with what it lets them do. */
export function DutiesField<T extends FieldValues>({ control, name, help }: DutiesFieldProps<T>) {
  const t = useTexts();
  const { field, fieldState } = useController({ control, name });
  const id = useId();
  const held: readonly Duty[] = field.value;
  const toggle = (duty: Duty, on: boolean) =>
    field.onChange(duties.filter((one) => (one === duty ? on : held.includes(one))));
  return (
    <FieldFrame
      id={id}
      group
      label={t('duties.title')}
      help={help ?? t('duties.help')}
      error={fieldState.error?.message}
    >
      {duties.map((duty) => (
        <Box
          key={duty}
          component="label"
          sx={{ display: 'flex', alignItems: 'flex-start', gap: 1, py: 0.25 }}
        >
          <Checkbox
            checked={held.includes(duty)}
            onChange={(_event, on) => toggle(duty, on)}
            onBlur={field.onBlur}
            sx={{ mt: -0.25 }}
          />
          <span>
            <Box component="span" sx={{ typography: 'body2' }}>
              {t(`duties.names.${duty}`)}
            </Box>{' '}
            <Box component="span" sx={{ typography: 'caption', color: 'text.tertiary' }}>
              {t(`duties.means.${duty}`)}
            </Box>
          </span>
        </Box>
      ))}
    </FieldFrame>
  );
}
