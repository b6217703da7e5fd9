import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import {
  ifMatch,
  keysOf,
  type Page,
  pageOf,
  type TemplateChange,
  type TemplateDto,
  type TemplateInput,
  templatesCreate,
  templatesGet,
  templatesList,
  templatesRemove,
  templatesRestore,
  templatesUpdate,
} from '@tessera/api';
import { wireQuery } from '../../wire-query';

/** Keys of templates. */
const templateKeys = keysOf('templates');

/** A page of templates. */
export const templatesPageQuery = (query: Readonly<Record<string, string>>) =>
  queryOptions({
    queryKey: templateKeys.list(query),
    queryFn: async ({ signal }): Promise<Page<TemplateDto>> =>
      pageOf(await templatesList({ query: wireQuery(query), signal })),
    placeholderData: keepPreviousData,
  });

/** One template, for its drawer. */
export const templateQuery = (id: number) =>
  queryOptions({
    queryKey: templateKeys.one(id),
    queryFn: async ({ signal }) => (await templatesGet({ path: { id }, signal })).data,
  });

/** One template with its ETag, for its form. */
export const getTemplate = (id: number) => templatesGet({ path: { id } });

function useRefetchTemplates(): () => Promise<void> {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: templateKeys.all() });
}

/** Creates a template. */
export function useCreateTemplate() {
  return useMutation({
    mutationFn: async (template: TemplateInput) => (await templatesCreate({ body: template })).data,
    onSettled: useRefetchTemplates(),
  });
}

/** Updates the given fields; `etag` makes a stale write fail with 412 STALE. */
export function useUpdateTemplate() {
  return useMutation({
    mutationFn: async ({ id, change, etag }: { id: number; change: TemplateChange; etag: string | null }) =>
      (await templatesUpdate({ path: { id }, body: change, ...ifMatch(etag) })).data,
    onSettled: useRefetchTemplates(),
  });
}

/** Deletes a template; its jobs are kept. */
export function useDeleteTemplate() {
  return useMutation({
    mutationFn: (id: number) => templatesRemove({ path: { id } }),
    onSettled: useRefetchTemplates(),
  });
}

/** Restores a deleted template. */
export function useRestoreTemplate() {
  return useMutation({
    mutationFn: (id: number) => templatesRestore({ path: { id } }),
    onSettled: useRefetchTemplates(),
  });
}
