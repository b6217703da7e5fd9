import { useState } from 'react';
import { formatSeats } from '@tessera/product-ui';
import { Alert, formatInstant, useLocale } from '@tessera/ui';
import { Box, Button } from '@tessera/ui/mui';
import type { RecordFacts } from '../../records/records.api';
import { ReverseDialog } from '../../records/reverse-dialog';
import { useTexts } from '../../texts';
import type { BasketSeat } from './pay.api';

/** Held seats that a record says were purchased already, each with the way to reverse it. */
export function ContradictedSeats({ seats }: { seats: readonly BasketSeat[] }) {
  const t = useTexts();
  const locale = useLocale();
  const [reversed, setReversed] = useState<RecordFacts | null>(null);
  const found = seats.flatMap((seat) =>
    seat.record ? [{ name: formatSeats([seat]), record: seat.record }] : [],
  );
  return (
    <>
      {found.length > 0 ? (
        <Alert tone="error" title={t('records.contradicted', { count: found.length })}>
          {t('records.contradictedHelp')}
          <Box component="ul" sx={{ m: 0, mt: 1, p: 0, listStyle: 'none', display: 'grid', gap: 1 }}>
            {found.map(({ name, record }) => (
              <Box
                component="li"
                key={record.id}
                sx={{ display: 'flex', alignItems: 'center', gap: 1, flexWrap: 'wrap' }}
              >
                <Box component="span" sx={{ flex: 1, minWidth: 160 }}>
                  {[
                    name,
                    record.login_name,
                    t('records.recordedAt', {
                      time: formatInstant(record.recorded_at, { ...locale, style: 'date-time' }),
                    }),
                    record.ticket_reference,
                  ]
                    .filter(Boolean)
                    .join(' · ')}
                </Box>
                <Button size="small" onClick={() => setReversed({ ...record, ids: [record.id], name })}>
                  {t('records.reverseOf', { seat: name })}
                </Button>
              </Box>
            ))}
          </Box>
        </Alert>
      ) : null}
      {reversed ? <ReverseDialog record={reversed} onClose={() => setReversed(null)} /> : null}
    </>
  );
}
