import { Box } from '@mui/material';
import { formatCount, TileBar } from '@tessera/ui';

export interface SeatsSumProps {
  workers: number | null;
  seatsPerWorker: number | null;
  /** Seats wanted in all; null: no target. */
  target: number | null;
  /** How many logins there are to spread; undefined: not known. */
  logins?: number | undefined;
  /** Tasks that the realm may still make; undefined: not known. */
  places?: number | undefined;
}

const number = (value: number | null): number =>
  value !== null && Number.isFinite(value) && value > 0 ? value : 0;

/** The live sum workers × seats against the target, the logins and the limit. */
export function SeatsSum({ workers, seatsPerWorker, target, logins, places }: SeatsSumProps) {
  const [w, s, goal] = [number(workers), number(seatsPerWorker), number(target)];
  const sum = w * s;
  const notes = [
    goal > 0 && sum < goal ? `${formatCount(goal - sum)} short of the target` : null,
    goal > 0 && sum > goal
      ? `${formatCount(sum - goal)} to spare: the rest waits once the target is held`
      : null,
    goal > 0 && sum === goal ? 'Exactly the target, no slack' : null,
    logins !== undefined && logins < w
      ? `${formatCount(logins)} logins for ${formatCount(w)} workers: some serve several`
      : null,
    places !== undefined && w > places ? `Over the limit: ${formatCount(places)} more tasks allowed` : null,
  ].filter((note) => note !== null);
  const isOver = places !== undefined && w > places;
  return (
    <Box
      role="status"
      sx={{
        display: 'grid',
        gap: 0.75,
        p: 1.5,
        borderRadius: '8px',
        border: 1,
        borderColor: 'line.main',
        backgroundColor: 'surface.sunken',
      }}
    >
      <Box sx={{ display: 'flex', gap: 1, alignItems: 'baseline' }}>
        <Box component="span" sx={{ flex: 1, color: 'text.secondary' }}>
          {formatCount(w)} {w === 1 ? 'worker' : 'workers'} × {formatCount(s)} {s === 1 ? 'seat' : 'seats'}
        </Box>
        <b>{formatCount(sum)}</b>
        {goal > 0 ? <span>of target {formatCount(goal)}</span> : <span>seats</span>}
      </Box>
      <TileBar
        size="tile"
        fill={Math.max(goal, sum) > 20}
        tiles={40}
        {...(goal > 0 ? { whole: Math.max(goal, 1) } : {})}
        parts={[
          {
            value: goal > 0 ? Math.min(sum, goal) : sum,
            tone: goal > 0 && sum < goal ? 'ochre' : 'bought',
            label: 'seats wanted',
          },
        ]}
      />
      {notes.map((note) => (
        <Box
          key={note}
          sx={{
            typography: 'caption',
            color: isOver && note.startsWith('Over') ? 'status.cinnabar.text' : 'text.secondary',
          }}
        >
          {note}
        </Box>
      ))}
    </Box>
  );
}
