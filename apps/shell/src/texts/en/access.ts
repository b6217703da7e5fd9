export const access = {
  access: {
    title: 'No permission',
    thatPage: 'for that page',
    open: 'open {{path}}',
    askAdministrator: 'Ask an administrator of Tessera.',
    askOwner: 'Ask an owner of your realm or an administrator.',
    toDashboard: 'Go to the dashboard',
  },
};
