/**
 * One mailbox and nothing else: words joined by dots, a domain name. No quotes, comments, groups, routes or encoded words,
 * whose readings differ between programs, and nothing that ends a line.
 */
const WORD = String.raw`[\p{L}\p{M}\p{N}#$&'*+/=?^_{}~-]+`;
const LABEL = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?';
const MAILBOX = new RegExp(
  `^(?!.*=\\?)(?=.{1,64}@)(?=.{3,254}$)${WORD}(?:\\.${WORD})*@${LABEL}(?:\\.${LABEL})+$`,
  'u',
);

/** Whether an address is one mailbox, which mail programs read alike. */
export const isMailbox = (address: string): boolean => MAILBOX.test(address);
