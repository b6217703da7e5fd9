export const access = {
  access: {
    title: 'No permission',
    thatPage: 'for this page',
    open: 'open {{path}}',
    askAdministrator: 'Ask a Tessera administrator.',
    askOwner: 'Ask an owner of your realm or an administrator.',
    toDashboard: 'Go to the dashboard',
  },
};
