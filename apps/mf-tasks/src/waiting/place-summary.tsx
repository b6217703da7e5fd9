import type { WaitingPlaceDto } from '@tessera/api';
import { Link } from '@tessera/federation/router';
import { CountdownText, formatCount } from '@tessera/ui';
import { Box, Link as MuiLink, styled, useTheme } from '@tessera/ui/mui';
import { useTexts } from '../texts';
import { describeEstimate, describePace } from './describe-wait';
import { positionPath, positionScale } from './position-path';
import { type PlaceFilter, useWaitingPlaces } from './waiting-places.api';

const width = 148;
const height = 36;

/** A small line of a place's position over time; the front is at the bottom. */
function PositionSparkline({ place, now }: { place: WaitingPlaceDto; now: string }) {
  const { vars } = useTheme();
  const to = Date.parse(now) / 1000;
  const from = Math.min(place.samples[0]?.[0] ?? to, to - 60);
  const furthest = Math.max(...place.samples.map((sample) => sample[1] ?? 0), place.position ?? 0);
  const scale = positionScale(
    { left: 2, right: width - 5, top: 3, bottom: height - 3 },
    { from, to },
    furthest,
  );
  return (
    <svg width={width} height={height} aria-hidden>
      <line x1={0} x2={width} y1={height - 1} y2={height - 1} stroke={vars.palette.line.main} />
      <path
        d={positionPath(place, scale)}
        fill="none"
        stroke={vars.palette.chart.waiting}
        strokeWidth={1.75}
        strokeLinejoin="round"
      />
      {place.position === null ? null : (
        <circle cx={width - 5} cy={scale.y(place.position)} r={3} fill={vars.palette.chart.waiting} />
      )}
    </svg>
  );
}

const Facts = styled('dl')(({ theme: { vars, typography } }) => ({
  ...typography.body2,
  display: 'flex',
  flexWrap: 'wrap',
  gap: '4px 16px',
  margin: 0,
  '& div': { minWidth: 0 },
  '& dt': { ...typography.caption, color: vars.palette.text.tertiary },
  '& dd': { margin: 0, fontWeight: 550, fontVariantNumeric: 'tabular-nums' },
}));

/** Position, pace, estimate and token of a place. */
export function PlaceFacts({ place }: { place: WaitingPlaceDto }) {
  const t = useTexts();
  return (
    <Facts>
      <div>
        <dt>{t('waiting.position')}</dt>
        <dd>{formatCount(place.position)}</dd>
      </div>
      <div>
        <dt>{t('waiting.pace')}</dt>
        <dd>{describePace(t, place.pace)}</dd>
      </div>
      <div>
        <dt>{t('waiting.estimate')}</dt>
        <dd>{describeEstimate(t, place)}</dd>
      </div>
      {place.token_expires_at ? (
        <div>
          <dt>{t('waiting.token')}</dt>
          <dd>
            <CountdownText until={place.token_expires_at} label={place.login_name} />
          </dd>
        </div>
      ) : null}
    </Facts>
  );
}

/** The waiting place of a task or of a link, beside it: its line, its figures, and the way to all places. */
export function PlaceSummary({ eventId, filter }: { eventId: number; filter: PlaceFilter }) {
  const t = useTexts();
  const { data } = useWaitingPlaces(eventId, filter);
  const place = data?.places[0];
  if (!data || !place) return null;
  return (
    <Box component="section" aria-label={t('waiting.place')} sx={{ display: 'grid', gap: 1 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 2 }}>
        <PositionSparkline place={place} now={data.now} />
        <PlaceFacts place={place} />
      </Box>
      <MuiLink component={Link} to={`/on-sale/${eventId}/waiting`} variant="body2">
        {t('waiting.allPlaces')}
      </MuiLink>
    </Box>
  );
}
