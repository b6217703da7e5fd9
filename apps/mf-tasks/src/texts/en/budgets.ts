/** Budgets of templates, jobs and tasks. */
export const budgets = {
  title: 'Budgets',
  job: 'Budget of the job',
  task: 'Budget per task',
  seat: 'Budget per seat',
  currency: 'Currency',
  help: 'Seats that would exceed a budget are not held. Leave empty for no budget.',
  taskHelp: 'Seats that would exceed a budget are not held. Leave empty for the budgets of the job.',
  figures: 'Budget',
  perTask: '{{amount}} per task',
  perSeat: '{{amount}} per seat',
};
