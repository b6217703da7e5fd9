import './css-modules';
import '@fontsource-variable/ibm-plex-sans/wght.css';
import '@fontsource/ibm-plex-mono/400.css';
import '@fontsource/ibm-plex-mono/600.css';
import '../status/glyphs/stub-glyphs.css';
import { mono } from './typography';

const fetchBoth = (): void => {
  for (const weight of [400, 600]) void document.fonts.load(`${weight} 1em ${mono}`);
};

/** Fetches the face of states' icons at once, so that it is there before the first state is drawn: nothing is laid out anew then. */
const fetchGlyphs = (): void => {
  if ('fonts' in document) void document.fonts.load("12px 'Stub glyphs'");
};

/** Fetches the face of codes once the page has nothing else to do: one that comes with its first use has all that is shown laid out anew. */
const fetchMono = (): void => {
  if (!('fonts' in document)) return;
  if ('requestIdleCallback' in window) requestIdleCallback(fetchBoth);
  else setTimeout(fetchBoth, 1000);
};

/** Fetches the faces of the console; the pages before signing in do without them. */
export function fetchConsoleFonts(): void {
  fetchGlyphs();
  fetchMono();
}
