import { useId } from 'react';
import { type Control, useController } from 'react-hook-form';
import { Checkbox, FieldFrame } from '@tessera/ui/forms';
import { Box } from '@tessera/ui/mui';

export interface TokenValues {
  name: string;
  site_ids: number[];
  realm_ids: number[];
}

/** Chooses sites or realms; an empty choice means all. */
export function ScopeField({
  control,
  name,
  label,
  help,
  choices,
}: {
  control: Control<TokenValues>;
  name: 'site_ids' | 'realm_ids';
  label: string;
  help: string;
  choices: readonly { id: number; label: string }[];
}) {
  const id = useId();
  const { field, fieldState } = useController({ control, name });
  const toggle = (choice: number) =>
    field.onChange(
      field.value.includes(choice) ? field.value.filter((one) => one !== choice) : [...field.value, choice],
    );
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
            <Checkbox checked={field.value.includes(choice.id)} onChange={() => toggle(choice.id)} />
            {choice.label}
          </Box>
        ))}
      </Box>
    </FieldFrame>
  );
}
