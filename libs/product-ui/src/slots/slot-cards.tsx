import { useSlots } from '@tessera/federation';
import { SlotView } from '@tessera/federation/slots';

export interface SlotCardsProps {
  place: 'dashboard.card' | 'job.card' | 'room.card';
  /** The job or event; left out on the dashboard. */
  id?: number;
}

/** The cards that modules add to a page. Each brings a panel of its own, so that one without anything to say shows nothing. */
export const SlotCards = ({ place, id }: SlotCardsProps) =>
  useSlots(place).map((placed) => (
    <SlotView key={`${placed.name} ${id ?? ''}`} placed={placed} id={id} loading={null} />
  ));
