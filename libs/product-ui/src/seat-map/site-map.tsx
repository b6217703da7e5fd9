import { Box, Typography } from '@mui/material';
import { type KeyboardEvent, useEffect, useMemo, useRef } from 'react';
import { readDrawing } from './read-drawing';
import type { MapArea } from './seats';
import { useSeatTexts } from './texts';

/** What the drawing needs of an area. */
export type DrawnArea = Pick<MapArea, 'key' | 'name' | 'held' | 'bought'>;

export interface SiteMapProps {
  /** The drawing as the server sanitized it. */
  svg: string;
  areas: readonly DrawnArea[];
  /** The key of the area that is shown alone. */
  zoomed?: string | null;
  /** Opens an area; without it the drawing is a picture. */
  onOpen?: ((key: string) => void) | undefined;
  maxHeight?: number;
}

const areaOf = (target: EventTarget): string | undefined =>
  (target as Element).closest<SVGElement>('[data-area][role]')?.dataset.area;

/**
 * A site's map, in which areas with seats stand out and can be opened. Their counts are their accessible names; the seat map
 * beside it shows the same as text.
 */
export function SiteMap({ svg, areas, zoomed = null, onOpen, maxHeight = 360 }: SiteMapProps) {
  const t = useSeatTexts();
  const box = useRef<HTMLDivElement>(null);
  const drawing = useMemo(() => readDrawing(svg), [svg]);

  useEffect(() => {
    if (!drawing) return;
    if (onOpen) drawing.removeAttribute('aria-hidden');
    else drawing.setAttribute('aria-hidden', 'true');
    box.current?.replaceChildren(drawing);
  }, [drawing, onOpen]);

  useEffect(() => {
    const byKey = new Map(areas.map((area) => [area.key, area]));
    for (const shape of box.current?.querySelectorAll<SVGElement>('[data-area]') ?? []) {
      const area = byKey.get(shape.dataset.area ?? '');
      const has = area !== undefined && area.held + area.bought > 0;
      shape.dataset.fill = !has ? 'none' : area.bought > 0 ? 'bought' : 'held';
      shape.toggleAttribute('data-zoomed', area !== undefined && area.key === zoomed);
      if (!has || !onOpen) {
        for (const name of ['role', 'tabindex', 'aria-label']) shape.removeAttribute(name);
      } else {
        shape.setAttribute('role', 'button');
        shape.setAttribute('tabindex', '0');
        shape.setAttribute(
          'aria-label',
          `${area.name}: ${t('count', { held: area.held, bought: area.bought })}`,
        );
      }
    }
  }, [areas, drawing, onOpen, t, zoomed]);

  const open = (target: EventTarget) => {
    const key = areaOf(target);
    if (key !== undefined) onOpen?.(key);
  };
  if (!drawing) return <Typography variant="body2">{t('unreadable')}</Typography>;
  return (
    <Box
      ref={box}
      role={onOpen ? 'group' : 'img'}
      aria-label={t('ofMap')}
      onClick={({ target }) => open(target)}
      onKeyDown={(event: KeyboardEvent) => {
        if (event.key !== 'Enter' && event.key !== ' ') return;
        event.preventDefault();
        open(event.target);
      }}
      sx={({ vars: { palette } }) => ({
        '& > svg': {
          display: 'block',
          width: '100%',
          maxHeight,
          fill: palette.surface.sunken,
          stroke: palette.line.control,
          fontFamily: 'inherit',
        },
        '& text': { fill: palette.text.primary, stroke: 'none', pointerEvents: 'none' },
        // Shapes of a group have the look of the group's area.
        '& [data-fill="held"], & [data-fill="held"] :not(text, tspan)': {
          fill: palette.status.ochre.tint,
          stroke: palette.status.ochre.main,
          strokeDasharray: '4 3',
        },
        '& [data-fill="bought"], & [data-fill="bought"] :not(text, tspan)': {
          fill: palette.status.verdigris.tint,
          stroke: palette.status.verdigris.main,
        },
        '& [role="button"]': { cursor: 'pointer' },
        '& [data-zoomed], & [data-zoomed] *': { strokeWidth: 3 },
        '& [role="button"]:focus-visible': { outline: `2px solid ${palette.accent.focus}` },
      })}
    />
  );
}
