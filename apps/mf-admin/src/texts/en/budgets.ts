/** Texts of the page of budgets. */
export const budgets = {
  title: 'Budgets',
  noun: 'budgets',
  empty: 'No budgets. Without one, nothing limits what is spent.',
  of: 'Budget of',
  thisMonth: 'This month',
  kind: 'Kind',
  kinds: { month: 'Month', event: 'Event', job: 'Job', task: 'Task', seat: 'Seat' },
  sums: { month: 'This month', event: 'All events', job: 'All jobs' },
  budget: 'Budget',
  spent: 'Spent',
  reserved: 'Reserved',
  free: 'Free',
  used: 'Used',
  mark: 'Warning',
  change: 'Change budget',
  setMonth: 'Set month’s budget',
  setEvent: 'Budget of {{event}}',
  monthHelp:
    'For this month and those that follow, in the realm’s time zone. While there is one, nothing is held in other currencies.',
  chooseRealm: 'Filter by a realm first',
};
