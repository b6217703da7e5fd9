import { Armchair, Gauge, Hourglass, Rocket, SquarePen } from 'lucide-react';
import { type CountedEventDto, type SiteDto, useCan, useMayWrite } from '@tessera/api';
import { Link as RouterLink } from '@tessera/federation/router';
import { formatCount, Instant, StatusChip } from '@tessera/ui';
import { Box, Button, Link } from '@tessera/ui/mui';
import { DescriptionList, DrawerPanel } from '@tessera/ui/panels';
import { PricesOverview } from '../../prices/prices-overview';
import { useTexts } from '../../texts';
import { kickOffTime } from './events-columns';
import { SellThrough } from './sell-through';

export interface EventDrawerProps {
  event: CountedEventDto;
  /** Undefined until it is loaded. */
  site: SiteDto | undefined;
  /** Null without write permission. */
  onEdit: (() => void) | null;
  onEditPrices: (() => void) | null;
  onLaunch: (() => void) | null;
  onClose: () => void;
}

/** The event's sell-through and details. */
export function EventDrawer({ event, site, onEdit, onEditPrices, onLaunch, onClose }: EventDrawerProps) {
  const t = useTexts();
  const venueZone = site?.time_zone ? { timeZone: site.time_zone } : {};
  const isAdmin = useCan('admin', 'all');
  const mayAsk = useMayWrite() && !isAdmin;
  const levels = Object.entries(event.price_levels ?? {});
  return (
    <DrawerPanel
      title={event.name}
      subtitle={<Instant value={kickOffTime(event)} {...venueZone} />}
      status={<StatusChip of="event" state={event.status} />}
      onClose={onClose}
    >
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        <Button
          component={RouterLink}
          to={`/on-sale/${event.id}`}
          startIcon={<Gauge size={16} strokeWidth={1.75} aria-hidden />}
        >
          {t('events.openRoom')}
        </Button>
        <Button
          component={RouterLink}
          to={`/on-sale/${event.id}/waiting`}
          startIcon={<Hourglass size={16} strokeWidth={1.75} aria-hidden />}
        >
          {t('events.openWaiting')}
        </Button>
        <Button
          component={RouterLink}
          to={`/on-sale/${event.id}/seats`}
          startIcon={<Armchair size={16} strokeWidth={1.75} aria-hidden />}
        >
          {t('events.openSeats')}
        </Button>
        {onLaunch ? (
          <Button startIcon={<Rocket size={16} strokeWidth={1.75} aria-hidden />} onClick={onLaunch}>
            {t('events.launch')}
          </Button>
        ) : null}
        {onEdit ? (
          <Button startIcon={<SquarePen size={16} strokeWidth={1.75} aria-hidden />} onClick={onEdit}>
            {t('words.edit')}
          </Button>
        ) : null}
      </Box>
      <SellThrough eventId={event.id} />
      <Box sx={{ borderTop: 1, borderColor: 'line.main', mx: -2, mt: 0.5 }} />
      <PricesOverview
        siteId={event.site_id}
        eventId={event.id}
        levels={{ ...site?.config.price_levels, ...event.price_levels }}
        onEdit={onEditPrices}
      />
      <Box sx={{ borderTop: 1, borderColor: 'line.main', mx: -2, mt: 0.5 }} />
      <DescriptionList
        items={[
          { term: t('events.kickOffVenue'), value: <Instant value={kickOffTime(event)} {...venueZone} /> },
          { term: t('events.yourTime'), value: <Instant value={kickOffTime(event)} /> },
          { term: t('events.onSale'), value: <Instant value={event.on_sale_at} {...venueZone} /> },
          { term: t('events.category'), value: event.category },
          { term: t('events.guid'), value: <code>{event.guid}</code> },
          {
            term: t('events.perCustomer'),
            value: (
              <>
                {formatCount(event.max_per_customer)}
                {mayAsk ? (
                  <Box>
                    <Link component={RouterLink} to={`/requests?ask=max_per_customer&event=${event.id}`}>
                      {t('requests.askLimit')}
                    </Link>
                  </Box>
                ) : null}
              </>
            ),
          },
          { term: t('events.priceType'), value: event.price_type },
          {
            term: t('config.levels'),
            value: levels.map(([level, name]) => <div key={level}>{`${level}: ${String(name)}`}</div>),
          },
          { term: t('words.address'), value: event.url ? <Address url={event.url} /> : null },
        ]}
      />
    </DrawerPanel>
  );
}

const Address = ({ url }: { url: string }) => (
  <Link href={url} target="_blank" rel="noopener noreferrer">
    {url.replace(/^https?:\/\//, '')}
  </Link>
);
