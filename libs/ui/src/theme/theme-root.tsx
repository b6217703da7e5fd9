import './fonts';
import type { EmotionCache } from '@emotion/cache';
import { CacheProvider } from '@emotion/react';
import { CssBaseline, ThemeProvider } from '@mui/material';
import { useState, type ReactNode } from 'react';
import { ConfirmProvider } from '../dialog/confirm-provider';
import { SnackbarProvider } from '../feedback/snackbar-provider';
import { colorModeCookie, cookieStorage, type ColorMode } from './color-mode';
import { createStyleCache } from './style-cache';
import { theme } from './theme';

export interface ThemeRootProps {
  children: ReactNode;
  /** The page's CSP nonce, for the style elements. */
  nonce?: string;
  /** A cache made elsewhere, shared by shell and remotes; one is made with the nonce when absent. */
  cache?: EmotionCache;
  /** The mode when the cookie holds none. */
  defaultMode?: ColorMode;
}

/**
 * Everything that Tessera's components stand on: theme, fonts, base styles, snackbars, confirmations. MUI's
 * `disableTransitionOnChange` is left out: it puts a style element without a nonce into the page, which our policy blocks.
 */
export function ThemeRoot({ children, nonce, cache, defaultMode = 'system' }: ThemeRootProps) {
  const [ownCache] = useState(() => cache ?? createStyleCache(nonce));
  return (
    <CacheProvider value={cache ?? ownCache}>
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
