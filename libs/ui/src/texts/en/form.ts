/** Fields of forms. */
export const form = {
  field: {
    optional: 'optional',
    number: 'Enter a number',
    whole: 'Enter a whole number',
    atLeast: 'At least {{min}}',
    atMost: 'At most {{max}}',
  },
  pairs: {
    key: 'Key',
    value: 'Value',
    add: 'Add row',
    row: 'row {{number}}',
    twice: '{{key}} {{name}} is there twice. Each key may stand once.',
  },
  ordered: {
    entry: 'Entry',
    add: 'Add',
    move: 'Move {{item}}, {{place}} of {{total}}: arrow keys',
    moved: '{{item}} is now {{place}} of {{total}}',
  },
  remove: 'Remove {{name}}',
  zone: {
    find: 'City or region',
    open: 'Show time zones',
    close: 'Hide time zones',
    clear: 'No time zone',
  },
  secret: {
    set: 'Set',
    setHint: 'Set {{hint}}',
    willClear: 'Will be cleared when you save',
    willReplace: 'Replaces what is stored when you save.',
    keep: 'Keep',
    keepStored: 'Keep stored',
    replace: 'Replace',
    clear: 'Clear',
  },
};
