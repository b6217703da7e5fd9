import { ClipboardList, History, type LucideIcon, Maximize2, Minimize2, Radio } from 'lucide-react';
import { type OnSaleDto, useServerNow } from '@tessera/api';
import { NavLink } from '@tessera/federation/router';
import { OnSaleTabs } from '@tessera/product-ui';
import { formatClock, formatInstant, StatusChip, useLocale } from '@tessera/ui';
import { Box, Button } from '@tessera/ui/mui';
import { useTexts } from '../../texts';

export interface RoomHeaderProps {
  room: OnSaleDto;
  /** Nothing is unfinished and nothing held. */
  isFinished: boolean;
  isFull: boolean;
  /** The replayed moment; null while live. */
  at: number | null;
  onFullScreen: () => void;
  /** Opens the hand-over note. */
  onNote: () => void;
  /** Starts or ends the replay; undefined when there is nothing to replay. */
  onReplay: (() => void) | undefined;
}

/** The event, the clock to its on-sale and the commands of the page. */
export function RoomHeader(props: RoomHeaderProps) {
  const { room, isFinished, isFull, at, onFullScreen, onNote, onReplay } = props;
  const t = useTexts();
  const { event } = room;
  return (
    <Box
      component="header"
      sx={{
        display: 'grid',
        gridTemplateColumns: { xs: 'minmax(0, 1fr) auto', sm: 'minmax(0, 1fr) auto minmax(0, 1fr)' },
        alignItems: 'center',
        columnGap: 3,
        rowGap: 0.5,
      }}
    >
      <Box sx={{ minWidth: 0, gridColumn: { xs: '1 / -1', sm: 'auto' } }}>
        <Box
          component="h1"
          title={event.name}
          sx={{
            m: 0,
            fontSize: 'clamp(18px, 1.7vw, 34px)',
            lineHeight: 1.25,
            fontWeight: 600,
            letterSpacing: '-.015em',
            overflow: 'hidden',
            textOverflow: 'ellipsis',
            whiteSpace: { lg: 'nowrap' },
          }}
        >
          {event.name}
        </Box>
        <Box
          sx={{
            display: 'flex',
            alignItems: 'center',
            gap: 1,
            color: 'text.secondary',
            minWidth: 0,
            // The name of the site is cut off before the status.
            '& > :last-child': { flex: 'none' },
          }}
        >
          <Box component="span" sx={{ overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }}>
            {event.site_name}
          </Box>
          {isFinished ? (
            <span>· {t('onSale.finished')}</span>
          ) : (
            <StatusChip of="event" state={event.status} />
          )}
        </Box>
        {isFull ? null : <OnSaleTabs eventId={event.id} link={NavLink} />}
      </Box>
      <Clock room={room} at={at} />
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, justifyContent: 'flex-end' }}>
        {at === null ? (
          <HeaderButton
            label={t('onSale.handOver')}
            icon={ClipboardList}
            onClick={onNote}
            sx={{ minHeight: { xs: 40, sm: 30 } }}
          />
        ) : null}
        {onReplay ? (
          <Button
            onClick={onReplay}
            sx={wideOnly}
            variant={isFinished && at === null ? 'contained' : 'text'}
            startIcon={at === null ? <History size={16} aria-hidden /> : <Radio size={16} aria-hidden />}
          >
            {at === null ? t('onSale.replay') : t('onSale.backToLive')}
          </Button>
        ) : null}
        <HeaderButton
          label={isFull ? t('onSale.leaveFullScreen') : t('onSale.fullScreen')}
          icon={isFull ? Minimize2 : Maximize2}
          onClick={onFullScreen}
          sx={wideOnly}
        />
      </Box>
    </Box>
  );
}

/** For windows that show all panels. */
const wideOnly = { display: { xs: 'none', sm: 'inline-flex' } } as const;

interface HeaderButtonProps {
  label: string;
  icon: LucideIcon;
  sx: object;
  onClick: () => void;
}

/** A button that shows its icon alone where its label has no room beside the clock. */
const HeaderButton = ({ label, icon: Icon, sx, onClick }: HeaderButtonProps) => (
  <Button onClick={onClick} aria-label={label} title={label} sx={{ minWidth: 0, gap: 1, ...sx }}>
    <Icon size={16} aria-hidden />
    <Box component="span" sx={{ display: { sm: 'none', lg: 'inline' } }}>
      {label}
    </Box>
  </Button>
);

/** How long after the on-sale its clock matters. */
const SALE_MS = 2 * 3_600_000;

/**
 * What matters most now: the time to the on-sale, else to the next expiry of held seats, else since the on-sale for two
 * hours, else what was purchased. In a replay the clock of the on-sale at the replayed moment.
 */
function Clock({ room, at }: Pick<RoomHeaderProps, 'room' | 'at'>) {
  const { event, seats, baskets, next_start_at: next } = room;
  const t = useTexts();
  const { timeZone } = useLocale();
  const serverNow = useServerNow();
  const now = at ?? serverNow;
  const format = (value: string | number, style: 'time-seconds' | 'date-time-seconds') =>
    formatInstant(value, { style, timeZone });
  const onSaleAt = event.on_sale_at === null ? null : Date.parse(event.on_sale_at);
  if (onSaleAt !== null && onSaleAt > now)
    return (
      // Rounded up, so that 00:00 is the instant itself.
      <Digits note={`${t('onSale.inTime')} ${format(onSaleAt, 'date-time-seconds')}`}>
        {formatClock((onSaleAt - now) / 1000)}
      </Digits>
    );
  const since = onSaleAt === null ? null : `${t('onSale.since')} ${format(onSaleAt, 'date-time-seconds')}`;
  const [first] = baskets.next;
  if (at === null && first)
    return (
      <Digits note={t('onSale.expireNext', { count: first.seats })}>
        {formatClock(Math.max(0, Date.parse(first.expires_at) - now) / 1000)}
      </Digits>
    );
  if (onSaleAt !== null && since !== null && (at !== null || now - onSaleAt < SALE_MS))
    return <Digits note={since}>{formatClock(Math.floor((now - onSaleAt) / 1000))}</Digits>;
  if (at === null && seats.wanted > 0)
    return (
      <Digits note={since ?? t('onSale.unknownTime')}>
        {t('onSale.purchasedOf', { won: seats.won, wanted: seats.wanted })}
      </Digits>
    );
  const note = next
    ? t('onSale.nextStart', { time: format(next, 'date-time-seconds') })
    : t('onSale.unknownTime');
  return <Digits note={since ?? note}>{format(now, 'time-seconds')}</Digits>;
}

const Digits = ({ children, note }: { children: string; note: string }) => (
  <Box sx={{ textAlign: { sm: 'center' } }}>
    <Box
      role="timer"
      aria-live="off"
      sx={{
        fontSize: 'clamp(30px, 3.4vw, 72px)',
        lineHeight: 1.05,
        fontWeight: 600,
        letterSpacing: '-.02em',
        fontVariantNumeric: 'tabular-nums',
        whiteSpace: 'nowrap',
      }}
    >
      {children}
    </Box>
    <Box sx={{ typography: 'caption', color: 'text.secondary' }}>{note}</Box>
  </Box>
);
