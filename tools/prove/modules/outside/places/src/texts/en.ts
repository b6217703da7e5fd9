/** The English texts of this module. */
export const en = {
  events: {
    title: 'Parking',
    noun: 'events',
    empty: 'No events yet',
    search: 'Name or GUID',
    event: 'Event',
    site: 'Site',
    kickOff: 'Kick-off',
    category: 'Category',
    status: 'Status',
  },
  spaces: {
    gate: 'Gate: {{gate}}',
    none: 'none',
    park: 'Park at the north gate',
    noGate: 'no gate',
    cardTitle: 'Car parks',
    open: 'All gates are open',
  },
};
