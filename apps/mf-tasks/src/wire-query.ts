/**
 * Converts a list's query from the URL for the generated client. All values are text, from which the server parses
 * numbers and flags (page, paused).
 */
export const wireQuery = (query: Readonly<Record<string, string | undefined>>) =>
  query as Record<string, never>;
