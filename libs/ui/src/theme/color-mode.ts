import type { ThemeProviderProps } from '@mui/material';
import { useColorScheme } from '@mui/material';

export type ColorMode = 'light' | 'dark' | 'system';

/** The cookie of the color mode, which is read before the first paint. */
export const colorModeCookie = 'tessera_theme';

const isMode = (value: unknown): value is ColorMode =>
  value === 'light' || value === 'dark' || value === 'system';

/** Returns the page's cookies; none where the browser blocks them. */
function readCookies(): string {
  try {
    return document.cookie;
  } catch {
    return '';
  }
}

/** Returns the stored mode, or `system`. */
export function storedColorMode(cookie: string = readCookies()): ColorMode {
  const value = cookie
    .split('; ')
    .find((part) => part.startsWith(`${colorModeCookie}=`))
    ?.slice(colorModeCookie.length + 1);
  return isMode(value) ? value : 'system';
}

type StorageManager = NonNullable<ThemeProviderProps['storageManager']>;

/** Stores MUI's mode in the cookie; MUI's other settings are fixed and not stored. */
export const cookieStorage: StorageManager = ({ key }) => ({
  get: (fallback: unknown) => (key === colorModeCookie ? storedColorMode() : fallback),
  set: (value: unknown) => {
    if (key !== colorModeCookie || !isMode(value)) return;
    try {
      document.cookie = `${colorModeCookie}=${value}; Path=/; Max-Age=31536000; SameSite=Lax`;
    } catch {
      // Without cookies the mode applies until the page is closed.
    }
  },
  subscribe: () => () => undefined,
});

/** Returns the color mode and its setter. */
export function useColorMode(): { mode: ColorMode; setMode: (mode: ColorMode) => void } {
  const { mode, setMode } = useColorScheme();
  return { mode: mode ?? 'system', setMode };
}
