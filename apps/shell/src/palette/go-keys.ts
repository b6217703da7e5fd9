/** The second key after `g` that goes to a page. */
const goKeys: Readonly<Record<string, string>> = {
  '/dashboard': 'd',
  '/tasks': 't',
  '/jobs': 'j',
  '/templates': 'm',
  '/sites': 's',
  '/tickets': 'k',
  '/notifications': 'n',
  '/queueitlinks': 'q',
  '/calendar': 'c',
  '/pay': 'p',
  '/rehearsals': 'h',
  '/users': 'u',
  '/realms': 'r',
  '/account': 'a',
};

/** The shortcut of a page, if it has one. */
export const goKeysOf = (path: string): { keys?: string[] } => {
  const key = goKeys[path];
  return key === undefined ? {} : { keys: [`g ${key}`] };
};
