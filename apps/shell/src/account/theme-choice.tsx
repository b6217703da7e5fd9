import { useColorMode, type ColorMode } from '@tessera/ui';
import { Box, ToggleButton, ToggleButtonGroup } from '@mui/material';
import { Monitor, Moon, Sun } from 'lucide-react';
import { useSavePreferences } from './preferences';

const modes: readonly { value: ColorMode; label: string; icon: typeof Sun }[] = [
  { value: 'light', label: 'Light', icon: Sun },
  { value: 'dark', label: 'Dark', icon: Moon },
  { value: 'system', label: 'System', icon: Monitor },
];

/** Light, dark or as the system has it; kept in the cookie and, for other browsers, on the server. */
export function ThemeChoice() {
  const { mode, setMode } = useColorMode();
  const save = useSavePreferences();
  return (
    <ToggleButtonGroup
      exclusive
      fullWidth
      size="small"
      aria-label="Theme"
      value={mode}
      onChange={(_event, value: ColorMode | null) => {
        if (!value) return;
        setMode(value);
        save({ theme: value });
      }}
    >
      {modes.map(({ value, label, icon: Icon }) => (
        <ToggleButton key={value} value={value}>
          <Box component={Icon} size={14} strokeWidth={1.75} aria-hidden sx={{ mr: 0.75 }} />
          {label}
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  );
}
