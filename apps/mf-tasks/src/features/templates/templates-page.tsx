import { useQuery } from '@tanstack/react-query';
import { Button } from '@mui/material';
import { useCan, type SiteDto, useListBackend } from '@tessera/api';
import {
  ListPage,
  Page,
  PageHeader,
  toProblem,
  useListState,
  usePageActions,
  type FilterDef,
} from '@tessera/ui';
import { Plus } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useSearchParams } from 'react-router';
import { sitesQuery } from '../../lookups/lookups.api';
import { templateColumns, templateNarrow } from './template-columns';
import { TemplateForm, type TemplateFormSubject } from './template-form';
import { templatesPageQuery } from './templates.api';
import { readsOnly, useTemplateActions } from './use-template-actions';

const noSites: readonly SiteDto[] = [];

/** The list of templates; a click opens one for editing. */
export function TemplatesPage() {
  const mayWrite = useCan('write');
  const [params, setParams] = useSearchParams();
  const { data: sites = noSites } = useQuery(sitesQuery());
  const filters = useMemo<readonly FilterDef[]>(
    () => [
      {
        field: 'site_id',
        label: 'Site',
        kind: 'choice',
        options: sites.map(({ id, name, display_name }) => ({
          value: String(id),
          label: display_name || name,
        })),
      },
      {
        field: 'type',
        label: 'Type',
        kind: 'choice',
        single: true,
        negatable: false,
        options: [
          { value: 'hold', label: 'Holds' },
          { value: 'buy', label: 'Buys' },
        ],
      },
    ],
    [sites],
  );
  const state = useListState([params, setParams], { filters, sort: 'name', pageSize: 20 });
  const templates = useQuery(templatesPageQuery(state.query));
  const [form, setForm] = useState<TemplateFormSubject | null>(null);
  const actions = useTemplateActions({
    mayWrite,
    onLaunch: ({ id }) =>
      setParams((before) => {
        const next = new URLSearchParams(before);
        next.set('launch', String(id));
        return next;
      }),
    onEdit: ({ id }) => setForm({ kind: 'edit', id }),
    onCopy: ({ id }) => setForm({ kind: 'copy', id }),
  });
  usePageActions([
    {
      label: 'New template',
      icon: Plus,
      run: () => setForm({ kind: 'new' }),
      disabled: mayWrite ? undefined : readsOnly,
    },
  ]);
  const total = templates.data?.total ?? undefined;
  const newButton = (
    <Button
      variant="contained"
      startIcon={<Plus size={16} strokeWidth={1.75} aria-hidden />}
      onClick={() => setForm({ kind: 'new' })}
      disabled={!mayWrite}
      title={mayWrite ? undefined : readsOnly}
    >
      New template
    </Button>
  );
  return (
    <Page>
      <PageHeader
        title="Templates"
        meta={total === undefined ? undefined : `${total.toLocaleString('en-GB')} in all`}
        actions={newButton}
      />
      <ListPage
        noun="templates"
        state={state}
        columns={templateColumns}
        rows={templates.data?.rows}
        {...(total === undefined ? {} : { total })}
        fetching={templates.isFetching}
        problem={templates.error ? toProblem(templates.error) : null}
        onRefresh={() => void templates.refetch()}
        filters={filters}
        backend={useListBackend('templates', '/api/templates', state.query)}
        empty={{
          sentence: 'No templates yet. A template says which seats to go for, and with which logins.',
          action: mayWrite ? newButton : undefined,
        }}
        keyOf={(template) => template.id}
        nameOf={(template) => template.name}
        stamp={(template) => template.updated_at}
        narrow={templateNarrow}
        rowMenu={actions}
        onOpen={mayWrite ? (template) => setForm({ kind: 'edit', id: template.id }) : undefined}
      />
      {form ? <TemplateForm subject={form} onClose={() => setForm(null)} /> : null}
    </Page>
  );
}
