import { useId } from 'react';
import {
  type Control,
  type FieldPath,
  type FieldValues,
  type RegisterOptions,
  useController,
} from 'react-hook-form';
import { Checkbox, FieldFrame } from '@tessera/ui/forms';
import { Box } from '@tessera/ui/mui';

interface ChoicesFieldProps<Values extends FieldValues, Name extends FieldPath<Values>> {
  control: Control<Values>;
  /** A field whose value is the list of what is chosen. */
  name: Name;
  label: string;
  help?: string;
  choices: readonly { id: number | string; label: string }[];
  rules?: Omit<RegisterOptions<Values, Name>, 'disabled' | 'setValueAs' | 'valueAsDate' | 'valueAsNumber'>;
}

/** Chooses any number of a few. */
export function ChoicesField<Values extends FieldValues, Name extends FieldPath<Values>>({
  control,
  name,
  label,
  help,
  choices,
  rules,
}: ChoicesFieldProps<Values, Name>) {
  const id = useId();
  const { field, fieldState } = useController({ control, name, ...(rules && { rules }) });
  const chosen: readonly (number | string)[] = field.value;
  const toggle = (choice: number | string) =>
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
