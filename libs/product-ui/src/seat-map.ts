// Seats of an event, and drawings of a site: for the pages and panels that show seats.
export { SeatMap, type SeatMapProps } from './seat-map/seat-map';
export {
  type ColorBy,
  colorings,
  type EventSeats,
  locateSeat,
  type MapSeat,
  seatKey,
} from './seat-map/seats';
export { SiteMap, type SiteMapProps } from './seat-map/site-map';
export { useSeatDescription } from './seat-map/use-seat-description';
