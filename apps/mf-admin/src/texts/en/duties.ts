/** What people of a realm may do beside their role. */
export const duties = {
  title: 'Duties',
  help: 'They add to what every realm user may do, and take effect at once',
  edit: 'Edit duties',
  of: 'Duties of {{name}}',
  all: 'All',
  allAlready: 'Owners and administrators have every duty',
  names: {
    pay: 'Pay',
    launch: 'Launch',
    approve: 'Approve',
    finance: 'Finance',
    audit: 'Audit',
  },
  means: {
    pay: 'Pay baskets, record purchases, reverse own records',
    launch: 'Launch jobs, command tasks, rehearse',
    approve: 'Nothing needs it yet',
    finance: 'Read and export the purchase ledger',
    audit: 'Read the realm’s audit log',
  },
};
