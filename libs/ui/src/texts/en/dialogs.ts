/** Dialogs: questions, forms, wizards, progress, choosing. */
export const dialogs = {
  confirm: { typed: 'Type {{text}} to confirm' },
  impact: {
    loading: 'Checking what this changes…',
    skipped: 'Skipped {{number}}',
    skippedBecause: 'Skipped {{number}}: {{reasons}}',
  },
  discard: {
    title: 'Discard your changes?',
    body: 'What you changed here has not been saved.',
    confirm: 'Discard',
    keep: 'Keep editing',
  },
  form: {
    errors_one: '{{count, number}} error',
    errors_other: '{{count, number}} errors',
    toCorrect_one: '{{count, number}} error to correct',
    toCorrect_other: '{{count, number}} errors to correct',
    changed: 'changed',
  },
  stale: {
    title: '{{name}} was changed meanwhile',
    unsaved: 'Nothing of yours is saved yet.',
    overwrite: 'Overwrite with mine',
    reload: 'Load their version',
    differences: 'Differences',
    field: 'Field',
    theirs: 'Theirs',
    yours: 'Yours',
    set: 'Set',
    notSet: 'Not set',
    cleared: 'Cleared',
    replaced: 'A new one',
  },
  wizard: { back: 'Back', next: 'Next', done: 'Done' },
  drawer: { previous: 'Previous', next: 'Next' },
  progress: {
    done: '{{done}} of {{total}} done',
    doneSomeFailed: '{{done}} of {{total}} done, {{failed}} failed',
    abort: 'Abort',
  },
  choice: {
    nothing: 'None chosen yet.',
    moveUp: 'Move {{name}} up',
    moveDown: 'Move {{name}} down',
  },
};
