/** The English texts of this module. */
export const en = {
  events: {
    title: 'Sample',
    noun: 'events',
    empty: 'No events yet',
    search: 'Name or GUID',
    event: 'Event',
    site: 'Site',
    kickOff: 'Kick-off',
    category: 'Category',
    status: 'Status',
  },
  task: {
    event: 'Event',
    changed: 'Changed',
  },
};
