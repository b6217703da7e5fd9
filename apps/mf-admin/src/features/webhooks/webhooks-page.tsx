import { useQuery } from '@tanstack/react-query';
import { Plus, SquarePen, Trash2 } from 'lucide-react';
import { useMemo, useState } from 'react';
import {
  useEditing,
  useListBackend,
  useMayWrite,
  useUser,
  type WebhookDto,
  type WebhookWithSecretDto,
} from '@tessera/api';
import type { Column } from '@tessera/data-table';
import { ListPage, toListProps, useListState } from '@tessera/data-table/list-page';
import { useSearchParams } from '@tessera/federation/router';
import { formatCount, Page, PageHeader, useAction, usePageActions } from '@tessera/ui';
import { SecretDialog } from '@tessera/ui/forms';
import { Button } from '@tessera/ui/mui';
import { realmChoicesQuery } from '../../lookups/choices.api';
import { createRealmFilter } from '../../lookups/filters';
import { type AdminTexts, useTexts } from '../../texts';
import { WebhookDrawer } from './webhook-drawer';
import { WebhookForm } from './webhook-form';
import { WebhookState } from './webhook-state';
import { fetchWebhook, useDeleteWebhook, webhooksQuery } from './webhooks.api';

const createColumns = (t: AdminTexts, isAdmin: boolean): Column<WebhookDto>[] => [
  {
    id: 'name',
    header: t('words.name'),
    sortKey: 'name',
    fixed: true,
    strong: true,
    minWidth: 140,
    cell: ({ name }) => name,
  },
  ...(isAdmin
    ? [
        {
          id: 'realm',
          header: t('words.realm'),
          minWidth: 140,
          cell: ({ realm_name }: WebhookDto) => realm_name,
        },
      ]
    : []),
  { id: 'url', header: t('webhooks.url'), minWidth: 200, quiet: true, cell: ({ url }) => url },
  {
    id: 'status',
    header: t('words.status'),
    minWidth: 140,
    cell: (webhook) => <WebhookState webhook={webhook} />,
  },
  {
    id: 'waiting',
    header: t('webhooks.states.waiting'),
    width: 100,
    align: 'right',
    cell: ({ waiting }) => formatCount(waiting),
  },
  {
    id: 'dead',
    header: t('webhooks.states.dead'),
    width: 100,
    align: 'right',
    cell: ({ dead }) => formatCount(dead),
  },
];

/** /webhooks: the systems that get messages about what happens in a realm. For owners and administrators. */
export function WebhooksPage() {
  const t = useTexts();
  const isAdmin = useUser().role === 'admin';
  const { data: realms } = useQuery({ ...realmChoicesQuery(), enabled: isAdmin });
  const filters = useMemo(() => (isAdmin ? [createRealmFilter(t, realms)] : []), [t, isAdmin, realms]);
  const columns = useMemo(() => createColumns(t, isAdmin), [t, isAdmin]);
  const state = useListState(useSearchParams(), { filters, sort: 'name' });
  const webhooks = useQuery(webhooksQuery(state.query));
  const { confirmAndRun, showError } = useAction();
  const { mutateAsync: remove } = useDeleteWebhook();
  const editor = useEditing(fetchWebhook, showError);
  const [shown, setShown] = useState<WebhookWithSecretDto | null>(null);
  const disabledReason = useMayWrite() ? undefined : t('words.needsWrite');
  const askDelete = ({ id, name, waiting }: WebhookDto) =>
    void confirmAndRun(
      {
        title: t('webhooks.deleteTitle', { name }),
        body: t('webhooks.deleteBody'),
        consequences:
          waiting > 0 ? [{ count: waiting, text: t('webhooks.waitingLost', { count: waiting }) }] : [],
        confirmLabel: t('words.delete'),
        danger: true,
      },
      () => remove(id),
      t('words.deleted', { name }),
    );
  usePageActions([{ label: t('webhooks.new'), icon: Plus, run: editor.openNew, disabled: disabledReason }]);
  const create = (
    <span title={disabledReason}>
      <Button
        variant="contained"
        startIcon={<Plus size={16} aria-hidden />}
        onClick={editor.openNew}
        disabled={disabledReason !== undefined}
      >
        {t('webhooks.new')}
      </Button>
    </span>
  );
  const openId = Number(state.open);
  return (
    <Page>
      <PageHeader title={t('webhooks.title')} actions={create} />
      <ListPage<WebhookDto>
        noun={t('webhooks.noun')}
        state={state}
        columns={columns}
        {...toListProps(webhooks)}
        filters={filters}
        backend={useListBackend('webhooks', '/api/webhooks', state.query)}
        searchPlaceholder={t('words.name')}
        empty={{ sentence: t('webhooks.empty'), action: create }}
        keyOf={({ id }) => id}
        nameOf={({ name }) => name}
        versionOf={({ updated_at }) => updated_at}
        openKey={state.open}
        onOpen={({ id }) => state.setOpen(id)}
        rowMenu={(webhook) => [
          {
            label: t('words.edit'),
            icon: SquarePen,
            onSelect: () => editor.open(webhook.id),
            disabled: disabledReason,
          },
          {
            label: t('words.delete'),
            icon: Trash2,
            danger: true,
            onSelect: () => askDelete(webhook),
            disabled: disabledReason,
          },
        ]}
        narrow={(webhook) => ({
          title: webhook.name,
          status: <WebhookState webhook={webhook} />,
          second: webhook.url,
          third: isAdmin ? webhook.realm_name : t(`webhooks.formats.${webhook.format}`),
        })}
        drawer={
          openId > 0 ? (
            <WebhookDrawer
              key={openId}
              id={openId}
              onEdit={() => editor.open(openId)}
              onRotated={setShown}
              onClose={() => state.setOpen(null)}
            />
          ) : null
        }
      />
      {editor.editing ? (
        <WebhookForm
          key={editor.editing.key}
          editing={editor.editing}
          onReload={editor.reload}
          onClose={editor.close}
          onCreated={setShown}
        />
      ) : null}
      {shown ? (
        <SecretDialog
          title={shown.name}
          warning={t('webhooks.shownOnce')}
          secret={shown.secret}
          copyLabel={t('webhooks.copy')}
          copied={t('webhooks.copied')}
          doneLabel={t('webhooks.done')}
          onClose={() => setShown(null)}
        />
      ) : null}
    </Page>
  );
}
