import { text } from '../texts';
import { lapsingSeconds, useSecondsLeft } from '../time/countdown-text';
import { TileBar } from './tile-bar';

export interface CountdownTilesProps {
  until: string | number | Date;
  /** The time that ten tiles represent. */
  totalSeconds: number;
  now?: () => number;
}

/** A countdown of ten tiles. */
export function CountdownTiles({ until, totalSeconds, now }: CountdownTilesProps) {
  const left = useSecondsLeft(until, now);
  const full = left <= 0 ? 0 : Math.min(10, Math.max(1, Math.ceil((left / Math.max(1, totalSeconds)) * 10)));
  const minutes = Math.ceil(left / 60);
  const label =
    left <= 0
      ? text('countdown.tilesNone')
      : left <= lapsingSeconds
        ? text('countdown.tilesUnderTwo')
        : text('countdown.tilesMinutes', { minutes });
  return <TileBar parts={[{ value: full, tone: 'ochre' }]} total={10} size="count" label={label} />;
}
