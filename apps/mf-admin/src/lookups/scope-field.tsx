import { useId } from 'react';
import { type Control, type FieldPathByValue, type FieldValues, useController } from 'react-hook-form';
import { Checkbox, FieldFrame } from '@tessera/ui/forms';
import { Box } from '@tessera/ui/mui';

export interface ScopeFieldProps<T extends FieldValues> {
  control: Control<T>;
  name: FieldPathByValue<T, number[]>;
  label: string;
  help: string;
  /** Why an empty choice is refused; without it, it means all. */
  missing?: string;
  choices: readonly { id: number; label: string }[];
}

/** Chooses sites or realms. */
export function ScopeField<T extends FieldValues>({
  control,
  name,
  label,
  help,
  missing,
  choices,
}: ScopeFieldProps<T>) {
  const id = useId();
  const { field, fieldState } = useController({
    control,
    name,
    rules: { validate: (chosen: readonly number[]) => (chosen.length === 0 && missing) || true },
  });
  const chosen: readonly number[] = field.value;
  const toggle = (choice: number) =>
    field.onChange(chosen.includes(choice) ? chosen.filter((one) => one !== choice) : [...chosen, choice]);
  return (
    <FieldFrame id={id} label={label} help={help} error={fieldState.error?.message} group>
      <Box
        sx={{
          border: 1,
          borderColor: 'line.control',
          borderRadius: '6px',
          maxHeight: 168,
          overflow: 'auto',
          p: 0.5,
        }}
      >
        {choices.map((choice) => (
          <Box
            component="label"
            key={choice.id}
            sx={{ display: 'flex', alignItems: 'center', gap: 0.5, px: 0.5 }}
          >
            <Checkbox checked={chosen.includes(choice.id)} onChange={() => toggle(choice.id)} />
            {choice.label}
          </Box>
        ))}
      </Box>
    </FieldFrame>
  );
}
