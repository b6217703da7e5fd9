import { Monitor, Moon, Sun } from 'lucide-react';
import { type ColorMode, SegmentedControl, useColorMode } from '@tessera/ui';
import { Box } from '@tessera/ui/mui';
import { useTexts } from '../../texts';
import { useSavePreferences } from './preferences';

const modes: readonly { value: ColorMode; icon: typeof Sun }[] = [
  { value: 'light', icon: Sun },
  { value: 'dark', icon: Moon },
  { value: 'system', icon: Monitor },
];

const menuItemProps = (chosen: boolean) =>
  ({ role: 'menuitemradio', 'aria-checked': chosen, 'aria-pressed': undefined }) as const;

/**
 * Chooses light, dark or the system's theme, stored in the cookie and, for other browsers, on the server. `inMenu`: its
 * buttons get the role of menu items, the only ones allowed in a menu.
 */
export function ThemeChoice({ inMenu = false }: { inMenu?: boolean }) {
  const t = useTexts();
  const { mode, setMode } = useColorMode();
  const save = useSavePreferences();
  return (
    <SegmentedControl
      wide
      label={t('theme.title')}
      segments={modes.map(({ value, icon: Icon }) => ({
        value,
        label: (
          <>
            <Box component={Icon} size={14} strokeWidth={1.75} aria-hidden sx={{ mr: 0.75 }} />
            {t(`theme.${value}`)}
          </>
        ),
      }))}
      value={mode}
      onChange={(value) => {
        setMode(value);
        save({ theme: value });
      }}
      buttonProps={inMenu ? menuItemProps : undefined}
    />
  );
}
