import { useColorScheme } from '@mui/material';
import type { ThemeProviderProps } from '@mui/material';

export type ColorMode = 'light' | 'dark' | 'system';

/** The cookie that carries the theme to the first paint (the storage holds the session alone). */
export const colorModeCookie = 'tessera_theme';

const isMode = (value: string | undefined): value is ColorMode =>
  value === 'light' || value === 'dark' || value === 'system';

/** The page's cookies; none where the browser refuses to give them. */
function readCookies(): string {
  try {
    return document.cookie;
  } catch {
    return '';
  }
}

/** The mode that the cookie holds, or `system`. */
export function storedColorMode(cookie: string = readCookies()): ColorMode {
  const value = cookie
    .split('; ')
    .find((part) => part.startsWith(`${colorModeCookie}=`))
    ?.slice(colorModeCookie.length + 1);
  return isMode(value) ? value : 'system';
}

type StorageManager = NonNullable<ThemeProviderProps['storageManager']>;

/** MUI's storage for the mode, in the cookie; which scheme stands for light and dark is fixed and not kept. */
export const cookieStorage: StorageManager = ({ key }) => ({
  get: (fallback) => (key === colorModeCookie ? storedColorMode() : fallback),
  set: (value) => {
    if (key !== colorModeCookie || !isMode(value)) return;
    try {
      document.cookie = `${colorModeCookie}=${value}; Path=/; Max-Age=31536000; SameSite=Lax`;
    } catch {
      // The choice still holds for this visit.
    }
  },
  subscribe: () => () => undefined,
});

/** Sets the root element's scheme from the cookie before anything is painted; safe to call twice. */
export function applyStoredColorMode(): void {
  const mode = storedColorMode();
  const dark =
    mode === 'dark' || (mode === 'system' && window.matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.setAttribute('data-theme', dark ? 'dark' : 'light');
}

/** Light, dark or as the system has it: the present mode, and how to set it. */
export function useColorMode(): { mode: ColorMode; setMode: (mode: ColorMode) => void } {
  const { mode, setMode } = useColorScheme();
  return { mode: mode ?? 'system', setMode };
}
