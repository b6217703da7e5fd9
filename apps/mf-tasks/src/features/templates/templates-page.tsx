import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useCallback, useMemo } from 'react';
import { type TemplateDto, useEditing, useListBackend, useMayAct, useMayWrite } from '@tessera/api';
import { type FilterDef, ListPage, toListProps, useListState } from '@tessera/data-table/list-page';
import { useSearchParams } from '@tessera/federation/router';
import { Page, PageHeader, useAction, usePageActions } from '@tessera/ui';
import { HeaderButton } from '../../header-button';
import { sitesQuery } from '../../lookups/lookups.api';
import { choicesOf, siteName } from '../../lookups/options';
import { useTexts } from '../../texts';
import { useIsTight } from '../../use-is-tight';
import { MIN_WIDTHS, templateColumns, templateNarrow } from './template-columns';
import { TemplateDrawer } from './template-drawer';
import { EditTemplate, NewTemplate } from './template-form';
import { getTemplate, templatesPageQuery } from './templates.api';
import { useTemplateActions } from './use-template-actions';

function useTemplateFilters(): readonly FilterDef[] {
  const t = useTexts();
  const { data: sites } = useQuery(sitesQuery());
  return useMemo(
    () => [
      { field: 'site_id', label: t('words.site'), kind: 'choice', options: choicesOf(sites, siteName) },
      {
        field: 'type',
        label: t('words.type'),
        kind: 'choice',
        single: true,
        negatable: false,
        options: [
          { value: 'hold', label: t('words.hold') },
          { value: 'buy', label: t('words.buy') },
        ],
      },
    ],
    [sites, t],
  );
}

/** The list of templates with a drawer; each can be launched from its row. */
export function TemplatesPage() {
  const t = useTexts();
  const mayWrite = useMayWrite();
  const mayLaunch = useMayAct('launch');
  const [params, setParams] = useSearchParams();
  const filters = useTemplateFilters();
  const [lacksAll, lacksMost, lacksSome] = [
    useIsTight(MIN_WIDTHS.all),
    useIsTight(MIN_WIDTHS.most),
    useIsTight(MIN_WIDTHS.some),
  ];
  const room = lacksSome ? 'few' : lacksMost ? 'some' : lacksAll ? 'most' : 'all';
  const state = useListState([params, setParams], { filters, sort: 'name', pageSize: 20 });
  const templates = useQuery(templatesPageQuery(state.query));
  const { showError } = useAction();
  const editor = useEditing(getTemplate, showError);
  const copier = useEditing(getTemplate, showError);
  const launch = useCallback(
    ({ id }: TemplateDto) =>
      setParams((before) => {
        const next = new URLSearchParams(before);
        next.set('launch', String(id));
        return next;
      }),
    [setParams],
  );
  const columns = useMemo(
    () => templateColumns(t, room, mayLaunch ? launch : undefined),
    [t, room, mayLaunch, launch],
  );
  const narrow = useMemo(() => templateNarrow(t), [t]);
  const actions = useTemplateActions({
    mayWrite,
    mayLaunch,
    onLaunch: launch,
    onEdit: ({ id }) => editor.open(id),
    onCopy: ({ id }) => copier.open(id),
  });
  const create = {
    label: t('templates.new'),
    icon: Plus,
    run: copier.openNew,
    disabled: mayWrite ? undefined : t('words.needsWrite'),
  };
  usePageActions([create]);
  const total = templates.data?.total ?? undefined;
  return (
    <Page>
      <PageHeader
        title={t('templates.title')}
        meta={total === undefined ? null : t('words.inTotal', { total })}
        actions={<HeaderButton action={create} />}
      />
      <ListPage
        noun={t('templates.noun')}
        state={state}
        columns={columns}
        {...toListProps(templates)}
        filters={filters}
        backend={useListBackend('templates', '/api/templates', state.query)}
        empty={{
          sentence: t('templates.empty'),
          action: mayWrite ? <HeaderButton action={create} /> : undefined,
        }}
        keyOf={(template) => template.id}
        nameOf={(template) => template.name}
        versionOf={(template) => template.updated_at}
        narrow={narrow}
        rowMenu={actions}
        onOpen={(template) => state.setOpen(template.id)}
        openKey={state.open}
        drawer={
          state.open ? (
            <TemplateDrawer
              key={state.open}
              id={Number(state.open)}
              actions={actions}
              onClose={() => state.setOpen(null)}
            />
          ) : undefined
        }
      />
      {editor.editing?.row ? (
        <EditTemplate
          key={editor.editing.key}
          template={editor.editing.row}
          etag={editor.editing.etag}
          onReload={editor.reload}
          onClose={editor.close}
        />
      ) : null}
      {copier.editing ? (
        <NewTemplate key={copier.editing.key} from={copier.editing.row} onClose={copier.close} />
      ) : null}
    </Page>
  );
}
