import type { ListBackend, SavedView } from '../src/lists';

/** A view as the server answers it. */
export const view = (
  id: number,
  name: string,
  query: Record<string, string>,
  rest: Partial<SavedView> = {},
) => ({ id, name, query, shared: false, own: true, owner: 'Ida Quill', ...rest }) satisfies SavedView;

/** Stands in for what the server keeps for a list; each part can be told otherwise. */
export function makeBackend(
  saved: Partial<ListBackend['saved']> = {},
  csv: ListBackend['csv'] = () => Promise.reject(new Error('Not asked for')),
): ListBackend {
  return {
    name: 'tasks',
    csv,
    saved: {
      views: [],
      defaultId: null,
      mayShare: true,
      create: (made) => Promise.resolve(view(99, made.name, { ...made.query }, { shared: made.shared })),
      change: () => Promise.resolve(),
      remove: () => Promise.resolve(),
      setDefault: () => Promise.resolve(),
      ...saved,
    },
  };
}
