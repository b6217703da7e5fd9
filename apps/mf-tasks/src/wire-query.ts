/**
 * A list's query from the URL, as the generated calls take it: the URL holds text alone, and what isn't text on the
 * wire (page, paused) the server reads from text.
 */
export const wireQuery = (query: Readonly<Record<string, string>>) => query as Record<string, never>;
