export const notifications = {
  messages: {
    title: 'Messages',
    unread_one: '{{count}} unread',
    unread_other: '{{count, number}} unread',
    latest: 'the latest {{count}}',
    none: 'Nobody has told you anything yet.',
    markAll: 'Mark all as read',
    isNew: 'New',
  },
  quiet: {
    title: 'Quiet hours',
    help: 'Messages for your devices wait until they are over. You find them under Messages at once.',
    enabled: 'Keep quiet at these hours',
    start: 'From',
    end: 'Until',
    nextDay: 'On the next day',
    zone: 'Time zone',
    urgent: 'Let urgent messages through',
    urgentHelp:
      'Held and lapsing seats, a turn in the queue, security. Otherwise those too late are dropped.',
    time: 'A time like 22:30',
    same: 'Another time than the start',
    save: 'Save quiet hours',
    saved: 'Quiet hours saved',
  },
};
