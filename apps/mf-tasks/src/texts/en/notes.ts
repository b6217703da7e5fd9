/** Notes on tasks and jobs. */
export const notes = {
  title: 'Note',
  label: 'Note for everyone in the realm',
  placeholder: 'e.g. pay with the club’s card',
  length: '{{length, number}} of {{max, number}} characters',
  tooLong: '{{length, number}} characters, but at most {{max, number}} can be saved',
  none: 'No note yet.',
  savedAt: 'Saved: {{at}}',
  unsaved: 'Not saved yet',
  saved: 'Note saved',
  deleted: 'Note deleted',
  restored: 'Note restored',
  discard: 'Discard',
  /** "Someone else changed this note". */
  this: 'this note',
};
