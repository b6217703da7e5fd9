/** What is shown of the product's own things, in English. */
export const en = {
  onSale: {
    views: 'Views of the on-sale',
    room: 'Room',
    waiting: 'Waiting places',
    seats: 'Seats',
  },
  jobTasksGone: 'No longer kept',
  jobTasksGoneHelp:
    'Its tasks were deleted, or finished so long ago that they were removed. What was bought stays among the tickets.',
  jobWaits: 'Waiting for a worker',
  jobHolds: 'Seats held',
  seatNames: { row: 'row {{row}}', seats_one: 'seat {{names}}', seats_other: 'seats {{names}}' },
  /** Titles of the slots that the product's own modules fill. */
  slotTitles: { note: 'Note' },
};
