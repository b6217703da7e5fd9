/** Where feeds are read: the token and `.ics` follow. */
export const FEED_PATH = '/api/calendar/feed/';
