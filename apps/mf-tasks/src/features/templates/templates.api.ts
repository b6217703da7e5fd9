import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { keysOf, pageOf, type Page } from '@tessera/api';
import { createTemplate, deleteTemplate, getTemplate, listTemplates, restoreTemplate, updateTemplate } from '../../sdk';
import type { TemplateChange, TemplateDto, TemplateInput } from '../../wire';

/** Keys of templates. */
export const templateKeys = keysOf('templates');

/** A page of templates. */
export const templatesPageQuery = (query: Readonly<Record<string, string>>) =>
  queryOptions({
    queryKey: templateKeys.list(query),
    queryFn: async ({ signal }): Promise<Page<TemplateDto>> => pageOf(await listTemplates({ query, signal })),
    placeholderData: keepPreviousData,
  });

/** A template to be changed or copied, with the ETag under which it may be saved. */
export const templateForEditQuery = (id: number | null) =>
  queryOptions({
    queryKey: keysOf('template-forms').one(id ?? 0),
    queryFn: async ({ signal }) => {
      const { data, response } = await getTemplate({ path: { id: id ?? 0 }, signal });
      return { template: data, etag: response.headers.get('etag') };
    },
    enabled: id !== null,
    staleTime: Infinity,
  });

function useReread(): () => Promise<void> {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: templateKeys.all() });
}

/** A new template. */
export function useCreateTemplate() {
  return useMutation({
    mutationFn: async (template: TemplateInput) => (await createTemplate({ body: template })).data,
    onSettled: useReread(),
  });
}

/** Changes the fields sent; `etag` makes a stale write fail with 412 STALE. */
export function useUpdateTemplate() {
  return useMutation({
    mutationFn: async ({ id, change, etag }: { id: number; change: TemplateChange; etag: string | null }) =>
      (await updateTemplate({ path: { id }, body: change, ...(etag ? { headers: { 'If-Match': etag } } : {}) })).data,
    onSettled: useReread(),
  });
}

/** Deletes a template; its jobs stay. */
export function useDeleteTemplate() {
  return useMutation({ mutationFn: (id: number) => deleteTemplate({ path: { id } }), onSettled: useReread() });
}

/** Brings back a deleted template. */
export function useRestoreTemplate() {
  return useMutation({ mutationFn: (id: number) => restoreTemplate({ path: { id } }), onSettled: useReread() });
}
