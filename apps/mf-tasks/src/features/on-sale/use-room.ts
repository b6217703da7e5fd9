import { useQuery } from '@tanstack/react-query';
import { useEffect, useReducer } from 'react';
import { useLive } from '@tessera/api';
import { historyQuery, roomQuery } from './on-sale.api';
import { framesReducer, noFrames } from './room-frames';

/** The room of an event: its last snapshot, and all frames of the sale until then. */
export function useRoom(eventId: number) {
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
