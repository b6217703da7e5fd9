import { Box, Button } from '@mui/material';
import { Code, MonitorSmartphone } from 'lucide-react';
import { describeDevice } from '../display/device';
import { StatusBadge } from '../display/status-badge';
import { EmptyState } from '../feedback/empty-state';
import { useTexts } from '../texts';
import { InterpolatedText } from '../texts/interpolated-text';
import { Instant } from '../time/instant';

/** A row of a session list. */
export interface SessionRow {
  id: string;
  user_agent: string | null;
  address: string | null;
  created_at: string;
  last_used_at: string;
  /** An API client is marked: its refresh token works without a browser's cookie. */
  client?: 'browser' | 'api';
  /** The user's current session, which is marked and can't be ended here. */
  current: boolean;
}

export interface SessionListProps<S extends SessionRow> {
  sessions: readonly S[];
  /** The text of an empty list. */
  empty: string;
  /** Ends a session; without it there are no buttons. */
  onEnd?: (session: S) => void;
  /** The session that is being ended. */
  ending?: string | null;
  /** Horizontal padding in px: 14 in a panel, 24 in a dialog. */
  edge?: number;
}

/** A user's sessions: device, address, times, and a button that ends the session. */
export function SessionList<S extends SessionRow>({
  sessions,
  empty,
  onEnd,
  ending = null,
  edge = 14,
}: SessionListProps<S>) {
  if (sessions.length === 0) return <EmptyState>{empty}</EmptyState>;
  return (
    <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
      {sessions.map((session) => (
        <Session
          key={session.id}
          session={session}
          onEnd={onEnd && (() => onEnd(session))}
          ending={ending === session.id}
          edge={edge}
        />
      ))}
    </Box>
  );
}

interface SessionProps {
  session: SessionRow;
  onEnd: (() => void) | undefined;
  ending: boolean;
  edge: number;
}

function Session({ session, onEnd, ending, edge }: SessionProps) {
  const { user_agent, address, current, client, ...times } = session;
  const t = useTexts();
  const device = describeDevice(user_agent);
  return (
    <Box
      component="li"
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        gap: 1.5,
        px: `${edge}px`,
        py: 1,
        borderBottom: 1,
        borderColor: 'line.subtle',
        '&:last-of-type': { borderBottom: 0 },
      }}
    >
      <Box sx={{ flex: 1, minWidth: 200 }}>
        <Box sx={{ fontWeight: 550 }}>
          {device}{' '}
          {client === 'api' ? (
            <StatusBadge icon={Code} hue="stone" variant="open">
              {t('sessions.api')}
            </StatusBadge>
          ) : null}
        </Box>
        <Box sx={{ typography: 'caption', color: 'text.secondary' }}>
          {address ? `${address} · ` : ''}
          <InterpolatedText
            text={(placeholders) => t('sessions.times', placeholders)}
            elements={{
              used: <Instant value={times.last_used_at} />,
              since: <Instant value={times.created_at} />,
            }}
          />
        </Box>
      </Box>
      {current ? (
        <StatusBadge icon={MonitorSmartphone} hue="verdigris" variant="solid">
          {t('sessions.current')}
        </StatusBadge>
      ) : onEnd ? (
        <Button size="small" loading={ending} onClick={onEnd} aria-label={t('sessions.endOf', { device })}>
          {t('sessions.end')}
        </Button>
      ) : null}
    </Box>
  );
}
