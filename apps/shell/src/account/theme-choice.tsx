import { useColorMode, type ColorMode } from '@tessera/ui';
import { Box, ToggleButton, ToggleButtonGroup } from '@tessera/ui/mui';
import { Monitor, Moon, Sun } from 'lucide-react';
import { useTexts } from '../texts';
import { useSavePreferences } from './preferences';

const modes: readonly { value: ColorMode; icon: typeof Sun }[] = [
  { value: 'light', icon: Sun },
  { value: 'dark', icon: Moon },
  { value: 'system', icon: Monitor },
];

const asEntry = (chosen: boolean) =>
  ({ role: 'menuitemradio', 'aria-checked': chosen, 'aria-pressed': undefined }) as const;

/**
 * Light, dark or as the system has it; kept in the cookie and, for other browsers, on the server. `inMenu`: it stands in a
 * menu, which may hold nothing but entries of a menu.
 */
export function ThemeChoice({ inMenu = false }: { inMenu?: boolean }) {
  const t = useTexts();
  const { mode, setMode } = useColorMode();
  const save = useSavePreferences();
  return (
    <ToggleButtonGroup
      exclusive
      fullWidth
      size="small"
      aria-label={t('region.theme')}
      value={mode}
      onChange={(_event, value: ColorMode | null) => {
        if (!value) return;
        setMode(value);
        save({ theme: value });
      }}
    >
      {modes.map(({ value, icon: Icon }) => (
        <ToggleButton key={value} value={value} {...(inMenu && asEntry(value === mode))}>
          <Box component={Icon} size={14} strokeWidth={1.75} aria-hidden sx={{ mr: 0.75 }} />
          {t(`region.${value}`)}
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  );
}
