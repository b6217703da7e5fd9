/** The English texts of the page that shows a missing permission. */
export const en = {
  title: 'No permission',
  thatPage: 'for this page',
  open: 'open {{path}}',
  askAdministrator: 'Ask a Tessera administrator.',
  askOwner: 'Ask an owner of your realm or an administrator.',
  toDashboard: 'Go to the dashboard',
};
