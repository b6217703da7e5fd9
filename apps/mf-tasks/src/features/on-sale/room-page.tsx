import { useQuery } from '@tanstack/react-query';
import { lazy, startTransition, Suspense, useEffect, useMemo, useReducer, useState } from 'react';
import { getRehearsal, type OnSaleDto, useLive, useMayAct, useMayWrite, useUser } from '@tessera/api';
import { countTasks, failedStatuses, pausableStatuses, unfinishedStatuses } from '@tessera/domain';
import { useSlots } from '@tessera/federation';
import { useNavigate, useParams } from '@tessera/federation/router';
import { SlotCards } from '@tessera/product-ui/slots';
import { describeError, ErrorAlert } from '@tessera/ui';
import { Box, Skeleton, styled, useMediaQuery, useTheme } from '@tessera/ui/mui';
import { useTexts } from '../../texts';
import { AwayBar } from './away-bar';
import { BasketsPanel } from './baskets-panel';
import { EventBudgetForm } from './budget-form';
import { FailuresPanel, type RoomCommands } from './failures-panel';
import { KeyHints } from './key-hints';
import { LoginCheckBar } from './login-check-bar';
import { historyQuery, roomQuery } from './on-sale.api';
import { PayersPanel } from './payers-panel';
import { Readiness } from './readiness';
import { ReplayBar } from './replay-bar';
import { RoomChart } from './room-chart';
import { RoomFigures } from './room-figures';
import {
  bestAt,
  failuresUntil,
  frameAt,
  frameOf,
  framesReducer,
  noFrames,
  type RoomFrames,
} from './room-frames';
import { RoomHeader } from './room-header';
import { MoneyPanel, WaitingPanel, WorkersPanel } from './side-panels';
import { TargetForm } from './target-form';
import { useAway } from './use-away';
import { useReplay } from './use-replay';
import { useRoomFixes } from './use-room-fixes';
import { useRoomKeys } from './use-room-keys';

const HandOverDialog = lazy(() =>
  import('./hand-over/hand-over-dialog').then((m) => ({ default: m.HandOverDialog })),
);

const Room = styled('div')(({ theme: { vars, breakpoints } }) => ({
  flex: 1,
  minHeight: 0,
  overflow: 'auto',
  display: 'grid',
  gap: 12,
  alignContent: 'start',
  padding: '12px 24px 24px',
  gridTemplateColumns: 'minmax(0, 4.7fr) minmax(0, 2.3fr) minmax(0, 1.3fr) minmax(0, 1.2fr) minmax(0, 2.9fr)',
  gridTemplateRows: 'auto auto auto minmax(300px, 1.7fr) minmax(226px, 1fr) auto auto',
  gridTemplateAreas: `
    "header header header header header"
    "figures figures figures figures figures"
    "payers payers payers payers payers"
    "chart chart chart baskets baskets"
    "failures waiting workers workers money"
    "cards cards cards cards cards"
    "keys keys keys keys keys"`,
  '&.full': {
    position: 'fixed',
    inset: 0,
    zIndex: 1250,
    padding: '20px 32px 16px',
    backgroundColor: vars.palette.background.default,
  },
  [breakpoints.down('lg')]: {
    gridTemplateColumns: 'repeat(6, minmax(0, 1fr))',
    gridTemplateRows: 'none',
    gridAutoRows: 'max-content',
    gridTemplateAreas: `
      "header header header header header header"
      "figures figures figures figures figures figures"
      "payers payers payers payers payers payers"
      "chart chart chart chart chart chart"
      "baskets baskets baskets failures failures failures"
      "waiting waiting workers workers money money"
      "cards cards cards cards cards cards"`,
  },
  [breakpoints.down('sm')]: {
    padding: '8px 12px 16px',
    gridTemplateColumns: 'minmax(0, 1fr)',
    gridTemplateAreas: `"header" "figures" "payers" "baskets"`,
  },
}));

/** The on-sale room of the event in the address. */
export function RoomPage() {
  const eventId = Number(useParams().eventId) || 0;
  return <RoomOf key={eventId} eventId={eventId} />;
}

function RoomOf({ eventId }: { eventId: number }) {
  const t = useTexts();
  const { room, frames, error, refetch } = useRoom(eventId);
  if (room) return <OpenRoom room={room} frames={frames} error={error} onRetry={() => void refetch()} />;
  return (
    <Room>
      {error ? (
        <Box sx={{ gridColumn: '1 / -1', display: 'grid', gap: 1 }}>
          <Box component="h1" sx={{ typography: 'h2', m: 0 }}>
            {t('onSale.title')}
          </Box>
          <ErrorAlert error={describeError(error)} onRetry={() => void refetch()} />
        </Box>
      ) : (
        <Loading />
      )}
    </Room>
  );
}

function Loading() {
  const t = useTexts();
  return (
    <Box
      role="status"
      aria-label={t('words.loading')}
      sx={{ gridColumn: '1 / -1', display: 'grid', gap: 1.5 }}
    >
      <Skeleton variant="rounded" height={64} />
      <Skeleton variant="rounded" height={150} />
      <Skeleton variant="rounded" height={380} />
    </Box>
  );
}

interface OpenRoomProps {
  room: OnSaleDto;
  frames: RoomFrames;
  /** Why the figures may be old. */
  error: unknown;
  onRetry: () => void;
}

type OpenForm = 'target' | 'budget' | 'handOver' | null;

function OpenRoom({ room, frames: { frames, marks, wanted }, error, onRetry }: OpenRoomProps) {
  const navigate = useNavigate();
  const mayWrite = useMayWrite();
  const mayLaunch = useMayAct('launch');
  // Administrators see all realms, each of which has payers of its own.
  const isInRealm = useUser().realmId !== null || getRehearsal() !== null;
  const isNarrow = useMediaQuery(useTheme().breakpoints.down('sm'));
  const [form, setForm] = useState<OpenForm>(null);
  // A form is built without keeping the page from painting.
  const open = (which: OpenForm) => startTransition(() => setForm(which));
  const full = useFullScreen();
  const fixes = useRoomFixes(room);
  const { replay, start } = useReplay(frames);
  const { away, since: awaySince, dismiss } = useAway(frames.at(-1));

  const { event, baskets, money, jobs, tasks } = room;
  const at = replay?.at ?? null;
  const isReplay = replay !== null;
  const now = frameOf(room);
  // Live, the figures are those of the snapshot that the panels show, whatever the history has.
  const frame = (at === null ? now : frameAt(frames, at)) ?? now;
  const openTasks = countTasks(now, unfinishedStatuses);
  const isFinished = tasks > 0 && openTasks === 0 && baskets.count === 0;
  const mayAct = mayLaunch && replay === null;
  const onSaleAt = event.on_sale_at === null ? null : Date.parse(event.on_sale_at);
  const isBefore = onSaleAt === null || onSaleAt > Date.parse(room.at);
  const payPath = `/pay?event=${event.id}`;
  const commands: RoomCommands = {
    retry: mayAct && countTasks(now, failedStatuses) > 0 ? (text) => void fixes.retry(text) : undefined,
    pauseOrResume:
      mayAct && (room.paused > 0 || countTasks(now, pausableStatuses) > 0)
        ? () => void fixes.pauseOrResume()
        : undefined,
    raiseTarget: mayAct && jobs.length > 0 ? () => open('target') : undefined,
    launch: mayAct ? fixes.launch : undefined,
  };
  const canReplay = frames.length > 1;
  const onReplay = canReplay ? () => (replay ? replay.stop() : start()) : undefined;
  useRoomKeys({
    commands,
    replay,
    onPay:
      baskets.count > 0 && replay === null
        ? () => void navigate(payPath, { state: { pay: 'next' } })
        : undefined,
    onReplay,
    onFullScreen: full.toggle,
    onNote: replay === null ? () => open('handOver') : undefined,
    onDismiss: away ? dismiss : undefined,
  });
  const then = useMemo(
    () => (isReplay ? { at: frame.at, waiting: frame.waiting, best: bestAt(frames, frame.at) } : null),
    [isReplay, frame, frames],
  );
  const moneyThen = useMemo(
    () => (isReplay ? { frame, currency: event.currency } : null),
    [isReplay, frame, event.currency],
  );
  const triesThen = useMemo(
    () => (isReplay ? failuresUntil(marks, frame.at) : null),
    [isReplay, frame.at, marks],
  );

  return (
    <Room className={full.isFull ? 'full' : ''}>
      <Box sx={{ gridArea: 'header', display: 'grid', gap: 1.5 }}>
        <RoomHeader
          room={room}
          isFinished={isFinished}
          isFull={full.isFull}
          at={at}
          onFullScreen={full.toggle}
          onNote={() => open('handOver')}
          onReplay={onReplay}
        />
        {replay ? (
          <ReplayBar replay={replay} />
        ) : away ? (
          <AwayBar away={away} onNote={() => open('handOver')} onDismiss={dismiss} />
        ) : null}
        {isBefore && !isReplay && tasks > 0 && getRehearsal() === null ? (
          <LoginCheckBar eventId={event.id} siteId={event.site_id} />
        ) : null}
        {error ? <ErrorAlert error={describeError(error)} onRetry={onRetry} /> : null}
      </Box>
      {isReplay || !isInRealm ? null : (
        <PayersPanel eventId={event.id} isClosed={event.status === 'closed'} />
      )}
      {tasks === 0 ? (
        <Readiness eventId={event.id} launch={commands.launch} />
      ) : (
        <>
          <RoomFigures
            frame={frame}
            extra={at === null ? room.seats.extra : 0}
            isNarrow={isNarrow}
            nextLapse={at === null ? (baskets.next[0]?.expires_at ?? null) : null}
          />
          <BasketsPanel
            eventId={event.id}
            baskets={baskets}
            payPath={payPath}
            heldThen={at === null ? null : frame.held}
          />
          {isNarrow ? null : (
            <>
              <RoomChart
                frames={frames}
                marks={marks}
                target={wanted}
                onSaleAt={onSaleAt}
                at={at}
                onSeek={replay?.seek ?? noSeek}
              />
              <FailuresPanel
                eventId={event.id}
                failures={room.failures}
                isPaused={room.paused > 0}
                commands={commands}
                triesThen={triesThen}
              />
              <WaitingPanel eventId={event.id} waiting={room.waiting} frames={frames} then={then} />
              <WorkersPanel workers={room.workers} then={isReplay ? frame : null} />
              <MoneyPanel
                money={money}
                then={moneyThen}
                onBudget={mayWrite && replay === null ? () => open('budget') : undefined}
              />
              <AddedCards eventId={event.id} />
              <KeyHints isReplay={isReplay} />
            </>
          )}
        </>
      )}
      {form === 'target' ? <TargetForm jobs={jobs} onClose={() => setForm(null)} /> : null}
      {form === 'handOver' ? (
        <Suspense fallback={null}>
          <HandOverDialog event={room.event} awaySince={awaySince} onClose={() => setForm(null)} />
        </Suspense>
      ) : null}
      {form === 'budget' ? (
        <EventBudgetForm
          eventId={event.id}
          money={money}
          siteCurrency={event.currency}
          onClose={() => setForm(null)}
        />
      ) : null}
    </Room>
  );
}

/** The cards that modules add, side by side; takes no room without any. */
function AddedCards({ eventId }: { eventId: number }) {
  if (useSlots('room.card').length === 0) return null;
  return (
    <Box
      sx={{
        gridArea: 'cards',
        display: 'grid',
        gap: 1.5,
        gridTemplateColumns: 'repeat(auto-fit, minmax(min(320px, 100%), 1fr))',
        '&:empty': { display: 'none' },
      }}
    >
      <SlotCards place="room.card" id={eventId} />
    </Box>
  );
}

const noSeek = () => undefined;

/**
 * The room over the whole window, without menu and top bar, and where the browser allows it over the whole screen. The
 * whole document is shown, since dialogs are outside the room.
 */
function useFullScreen() {
  const [isFull, setFull] = useState(false);
  useEffect(() => {
    const onChange = () => {
      if (!document.fullscreenElement) setFull(false);
    };
    document.addEventListener('fullscreenchange', onChange);
    return () => document.removeEventListener('fullscreenchange', onChange);
  }, []);
  useEffect(
    () => () => {
      if (document.fullscreenElement) void document.exitFullscreen();
    },
    [],
  );
  const toggle = () => {
    setFull(!isFull);
    const root = document.documentElement;
    // A browser may refuse; the room still fills the window.
    if (!isFull && 'requestFullscreen' in root) root.requestFullscreen().catch(() => undefined);
    else if (document.fullscreenElement) void document.exitFullscreen();
  };
  return { isFull, toggle };
}

/** The room of an event: its last snapshot, and all frames of the sale until then. */
function useRoom(eventId: number) {
  const isLive = useLive().status === 'live';
  const { data: room, error, refetch } = useQuery(roomQuery(eventId, isLive));
  const { data: history, error: historyError } = useQuery(historyQuery(eventId));
  const [frames, dispatch] = useReducer(framesReducer, noFrames);
  useEffect(() => {
    if (history) dispatch({ type: 'history', history });
  }, [history]);
  useEffect(() => {
    if (room) dispatch({ type: 'snapshot', snapshot: room });
  }, [room]);
  return { room, frames, error: error ?? (room ? null : historyError), refetch, isLive };
}
