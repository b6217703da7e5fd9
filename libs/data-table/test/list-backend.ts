import type { ListBackend, SavedView } from '../src/lists';

/** A saved view as in a response. */
export const view = (
  id: number,
  name: string,
  query: Record<string, string>,
  rest: Partial<SavedView> = {},
) => ({ id, name, query, shared: false, own: true, owner: 'Ida Quill', ...rest }) satisfies SavedView;

/** A fake backend of a list; each part can be replaced. */
export function makeBackend(
  saved: Partial<ListBackend['saved']> = {},
  csv: ListBackend['csv'] = () => Promise.reject(new Error('Unexpected download')),
): ListBackend {
  return {
    name: 'tasks',
    csv,
    saved: {
      views: [],
      defaultId: null,
      mayShare: true,
      create: ({ name, query, shared }) => Promise.resolve(view(99, name, { ...query }, { shared })),
      change: () => Promise.resolve(),
      remove: () => Promise.resolve(),
      setDefault: () => Promise.resolve(),
      ...saved,
    },
  };
}
