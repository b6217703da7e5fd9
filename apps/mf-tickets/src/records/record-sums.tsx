import type { EventTicketSum, TicketSumsDto } from '@tessera/api';
import { useSearchParams } from '@tessera/federation/router';
import { formatCount, formatTotals, MoneyTotals, useLocale } from '@tessera/ui';
import { Box, ButtonBase, Typography } from '@tessera/ui/mui';
import { useTexts } from '../texts';

/** Events named by their sums; the others are counted. */
const MAX_EVENTS = 6;

/** What the listed tickets or purchases cost: seats, the sum by currency, and both by event, to which the list is narrowed. */
export function RecordSums({ sums }: { sums: TicketSumsDto }) {
  const t = useTexts();
  const [, setParams] = useSearchParams();
  const showEvent = (id: number) =>
    setParams((before) => {
      const next = new URLSearchParams(before);
      next.set('event_id', String(id));
      next.delete('page');
      return next;
    });
  const { locale } = useLocale();
  const events = [...Map.groupBy(sums.events, ({ event_id }) => event_id).values()];
  const named = events.length > 1 ? events.slice(0, MAX_EVENTS) : [];
  const more = events.length > 1 ? events.length - named.length : 0;
  return (
    <Box
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'flex-start',
        columnGap: { xs: 2.5, sm: 4.5 },
        rowGap: 1,
        px: { xs: 2, sm: 3 },
        pt: 2,
        pb: 1,
      }}
    >
      <Figure label={t('purchased.seats')}>{formatCount(seatsOf(sums.totals))}</Figure>
      <Figure label={t('purchased.totals')}>
        <MoneyTotals totals={sums.totals} fallback="GBP" />
      </Figure>
      {named.length > 0 ? (
        <Box
          role="group"
          aria-label={t('purchased.byEvent')}
          sx={{ minWidth: 0, flex: { xs: '1 1 100%', md: '1 1 320px' } }}
        >
          <Typography variant="body2" sx={{ color: 'text.secondary' }}>
            {t('purchased.byEvent')}
          </Typography>
          <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 2, maxHeight: 72, overflow: 'auto' }}>
            {named.map((event) => (
              <EventSum key={event[0]?.event_id} event={event} locale={locale} onEvent={showEvent} />
            ))}
            {more > 0 ? (
              <Typography variant="body2" sx={{ color: 'text.secondary', lineHeight: '24px' }}>
                {t('purchased.moreEvents', { count: more })}
              </Typography>
            ) : null}
          </Box>
        </Box>
      ) : null}
    </Box>
  );
}

interface EventSumProps {
  event: readonly EventTicketSum[];
  locale: string;
  onEvent: (eventId: number) => void;
}

function EventSum({ event, locale, onEvent }: EventSumProps) {
  const t = useTexts();
  const [first] = event;
  if (!first) return null;
  return (
    <ButtonBase
      onClick={() => onEvent(first.event_id)}
      sx={{
        typography: 'body2',
        minHeight: 24,
        maxWidth: 1,
        borderRadius: '4px',
        textAlign: 'left',
        color: 'primary.text',
        '&:hover': { textDecoration: 'underline' },
      }}
    >
      {t('purchased.sumOf', {
        event: first.event_name ?? t('page.unknownEvent'),
        seats: t('purchased.orderSeats', { count: seatsOf(event) }),
        sum: formatTotals(event, { locale, fallback: 'GBP' }),
      })}
    </ButtonBase>
  );
}

const seatsOf = (sums: readonly { seats: number }[]): number =>
  sums.reduce((seats, sum) => seats + sum.seats, 0);

const Figure = ({ label, children }: { label: string; children: React.ReactNode }) => (
  <Box role="group" aria-label={label}>
    <Typography variant="body2" sx={{ color: 'text.secondary' }}>
      {label}
    </Typography>
    <Typography component="p" variant="h2">
      {children}
    </Typography>
  </Box>
);
