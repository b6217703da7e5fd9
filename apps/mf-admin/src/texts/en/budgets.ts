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
  first: {
    title: 'Set the first budget of a month, in {{currency}}?',
    body: 'From now on, and until it is removed, nothing is held in any other currency than {{currency}} in this realm. More currencies can have a budget of their own.',
    spent: 'This month, {{spent}} was spent in others.',
    confirm: 'Set budget',
  },
  chooseRealm: 'Filter by a realm first',
};
