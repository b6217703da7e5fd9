import { useQuery } from '@tanstack/react-query';
import { Ban, Check, Plus, SquarePen, Trash2 } from 'lucide-react';
import { useMemo } from 'react';
import { type IdentityProviderDto, useEditing, useListBackend } from '@tessera/api';
import { ListPage, toListProps, useListState } from '@tessera/data-table/list-page';
import { useSearchParams } from '@tessera/federation/router';
import { Page, PageHeader, StatusChip, useAction, usePageActions } from '@tessera/ui';
import { Button } from '@tessera/ui/mui';
import { useTexts } from '../../texts';
import { createEndQuestion } from './end-question';
import { ProviderForm } from './provider-form';
import { fetchProvider, providersQuery, useDeleteProvider, useUpdateProvider } from './providers.api';
import { createProviderColumns } from './providers-columns';

/** /single-sign-on: identity providers. For administrators. */
export function ProvidersPage() {
  const t = useTexts();
  const columns = useMemo(() => createProviderColumns(t), [t]);
  const state = useListState(useSearchParams(), { sort: 'name' });
  const { attempt, confirmAndRun, showError } = useAction();
  const editor = useEditing(fetchProvider, showError);
  const { mutateAsync: remove } = useDeleteProvider();
  const { mutateAsync: update } = useUpdateProvider();
  const providers = useQuery(providersQuery(state.query));

  const askDelete = (provider: IdentityProviderDto) =>
    confirmAndRun(
      createEndQuestion(t, provider, 'delete'),
      () => remove(provider.id),
      t('words.deleted', { name: provider.name }),
    );
  const askDisable = (provider: IdentityProviderDto) =>
    confirmAndRun(
      createEndQuestion(t, provider, 'disable'),
      () => update({ id: provider.id, body: { enabled: false }, etag: null }),
      t('providers.switchedOff', { name: provider.name }),
    );
  const enable = ({ id, name }: IdentityProviderDto) =>
    attempt(() => update({ id, body: { enabled: true }, etag: null }), t('providers.switchedOn', { name }));
  usePageActions([{ label: t('providers.new'), icon: Plus, run: editor.openNew }]);
  const create = (
    <Button variant="contained" startIcon={<Plus size={16} aria-hidden />} onClick={editor.openNew}>
      {t('providers.new')}
    </Button>
  );
  return (
    <Page>
      <PageHeader title={t('providers.title')} actions={create} />
      <ListPage
        noun={t('providers.noun')}
        state={state}
        columns={columns}
        {...toListProps(providers)}
        backend={useListBackend('identity providers', '/api/identity-providers', state.query)}
        searchPlaceholder={t('words.name')}
        empty={{ sentence: t('providers.empty'), action: create }}
        keyOf={({ id }) => id}
        nameOf={({ name }) => name}
        versionOf={({ updated_at }) => updated_at}
        onOpen={({ id }) => editor.open(id)}
        rowMenu={(provider) => [
          { label: t('words.edit'), icon: SquarePen, onSelect: () => editor.open(provider.id) },
          provider.enabled
            ? {
                label: t('providers.switchOff'),
                icon: Ban,
                onSelect: () => void askDisable(provider),
                danger: true,
              }
            : {
                label: t('providers.switchOn'),
                icon: Check,
                onSelect: () => void enable(provider),
              },
          {
            label: t('words.delete'),
            icon: Trash2,
            danger: true,
            onSelect: () => void askDelete(provider),
          },
        ]}
        narrow={(provider) => ({
          title: provider.name,
          status: <StatusChip of="account" state={provider.enabled ? 'active' : 'disabled'} />,
          second: provider.realm_name ?? t('providers.installation'),
          third: provider.issuer,
          end: t('providers.linkedCount', { count: provider.linked_count }),
        })}
      />
      {editor.editing ? (
        <ProviderForm
          key={editor.editing.key}
          editing={editor.editing}
          onReload={editor.reload}
          onClose={editor.close}
        />
      ) : null}
    </Page>
  );
}
