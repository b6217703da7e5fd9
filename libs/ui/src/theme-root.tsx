import './theme/fonts';
import createCache from '@emotion/cache';
import { CacheProvider } from '@emotion/react';
import { CssBaseline, ThemeProvider } from '@mui/material';
import { type ReactNode, useState } from 'react';
import { ConfirmProvider } from './dialog/confirm-provider';
import { SnackbarProvider } from './feedback/snackbar-provider';
import { type ColorMode, colorModeCookie, cookieStorage } from './theme/color-mode';
import { theme } from './theme/theme';

export interface ThemeRootProps {
  children: ReactNode;
  /** The page's CSP nonce, for style elements. */
  nonce?: string;
  /** The mode without a cookie. */
  defaultMode?: ColorMode;
}

/**
 * Provides theme, fonts, base styles, snackbars and confirmations. MUI's `disableTransitionOnChange` is not used: it adds a
 * style element without a nonce, which the content security policy blocks.
 */
export function ThemeRoot({ children, nonce, defaultMode = 'system' }: ThemeRootProps) {
  const [cache] = useState(() => createCache({ key: 'ts', prepend: true, nonce }));
  return (
    <CacheProvider value={cache}>
      <ThemeProvider
        theme={theme}
        defaultMode={defaultMode}
        modeStorageKey={colorModeCookie}
        storageManager={cookieStorage}
        noSsr
      >
        <CssBaseline />
        <SnackbarProvider>
          <ConfirmProvider>{children}</ConfirmProvider>
        </SnackbarProvider>
      </ThemeProvider>
    </CacheProvider>
  );
}
