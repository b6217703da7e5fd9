import './css-modules';
import '@fontsource-variable/ibm-plex-sans/wght.css';
import '@fontsource/ibm-plex-mono/400.css';
import '@fontsource/ibm-plex-mono/600.css';
import { mono } from './typography';

const fetchBoth = (): void => {
  for (const weight of [400, 600]) void document.fonts.load(`${weight} 1em ${mono}`);
};

/**
 * Loads the monospaced font when the browser is idle, so that its first use doesn't shift the layout. The pages before
 * signing in don't use it.
 */
export function preloadMonoFont(): void {
  if (!('fonts' in document)) return;
  if ('requestIdleCallback' in window) requestIdleCallback(fetchBoth);
  else setTimeout(fetchBoth, 1000);
}
