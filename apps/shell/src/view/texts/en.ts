/** What an administrator reads while they view the console as somebody else. */
export const en = {
  region: 'View as {{name}}',
  title: 'You view the console as {{name}}',
  readOnly: 'Nothing can be changed.',
  minutes_one: '{{count}} minute left',
  minutes_other: '{{count}} minutes left',
  reason: 'Reason: {{reason}}',
  begun: 'You view the console as {{name}}. Nothing can be changed.',
  endedTitle: 'The view as {{name}} is over',
  endedText: 'Nothing is shown or changed any more until you end it.',
  end: 'End view',
};
