/** What a new module is called in each place that names it. */
export interface ModuleNames {
  /** Its name in the registry, e.g. `mf-parking`. */
  name: string;
  /** Its display name, e.g. `Parking`. */
  title: string;
  /** The team that answers for it. */
  owner: string;
  /** The path of its first page, e.g. `/parking`. */
  path: string;
}

/** A request that can't be carried out as it is; its message says what to change. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

const namePattern = /^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/;
const MAX_NAME = 40;
/** First segments of the paths that belong to the console itself; this package depends on none that lists them. */
export const reservedPaths: readonly string[] = [
  'account',
  'api',
  'auth',
  'bot-blocked',
  'dashboard',
  'healthz',
  'metrics',
  'modules',
  'notifications',
  'readyz',
  'unauthorized',
];
/** Titles and owners are put into JSON and source texts without escaping. */
const textPattern = /^[\p{L}\p{N}][\p{L}\p{N} .,&+()/-]{0,59}$/u;

/**
 * Derives a module's names from its name in the registry.
 *
 * @throws UsageError for a name or text that can't be used
 */
export function moduleNames(name: string, given: { title?: string; owner?: string } = {}): ModuleNames {
  if (!namePattern.test(name) || name.length > MAX_NAME)
    throw new UsageError(
      `“${name}” can't be a module's name: use lower-case letters, digits and single hyphens, starting with a letter, at most ${MAX_NAME} characters, e.g. mf-parking.`,
    );
  const subject = name.replace(/^mf-(?=.)/, '');
  if (reservedPaths.includes(subject))
    throw new UsageError(
      `“${name}” can't be a module's name: the path /${subject} belongs to the console itself.`,
    );
  const words = subject.replaceAll('-', ' ');
  const title = given.title ?? words.charAt(0).toUpperCase() + words.slice(1);
  const owner = given.owner ?? `${title} team`;
  for (const [label, text] of [
    ['title', title],
    ['owner', owner],
  ])
    if (!textPattern.test(text ?? ''))
      throw new UsageError(
        `The ${label} “${text}” can't be used: letters, digits, spaces and . , & + ( ) / - only, at most 60 characters.`,
      );
  return { name, title, owner, path: `/${subject}` };
}
