import type { Theme } from '@mui/material';
import type { Hue, SchemeTokens } from '../theme/tokens';

/** What a tile may mean: a series of the charts, a hue of state, the accent, or plain use of a limit. */
export type TileTone = keyof SchemeTokens['chart'] | Hue | 'accent' | 'plain' | 'none';

/** The CSS colour of a tone in the present scheme. */
export function toneColor({ vars }: Theme, tone: TileTone): string {
  const { chart, status, accent, text, line } = vars.palette;
  if (tone === 'none') return line.main;
  if (tone === 'plain') return text.secondary;
  if (tone === 'accent') return accent.main;
  return tone in chart ? chart[tone as keyof typeof chart] : status[tone as Hue].main;
}
