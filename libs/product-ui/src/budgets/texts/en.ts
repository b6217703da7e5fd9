/** Budgets, in English. */
export const en = {
  spent: '{{amount}} spent',
  reserved: '{{amount}} reserved',
  free: '{{amount}} free',
  used: '{{percent}} used',
  usedUp: 'Used up',
  over: '{{amount}} over budget: new holds stop',
  amount: 'Budget',
  amountHelp: 'Seats that would exceed it are not held. Leave empty for no budget.',
  currency: 'Currency',
  currencyMissing: 'Enter a currency code such as GBP',
  saved: 'Budget saved',
  removed: 'Budget removed',
  restored: 'Former budget restored',
  below: {
    title: 'Set the budget to {{amount}}?',
    body: '{{over}} more than this is spent or reserved: new holds stop. Seats that are held can still be paid.',
    confirm: 'Set budget',
  },
};
