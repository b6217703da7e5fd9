import { Plus, SquarePen } from 'lucide-react';
import { useState } from 'react';
import type { ModuleKeyDto, ModulePublisherDto, ModuleTokenDto } from '@tessera/api';
import { formatInstant, Instant, InterpolatedText, useAction, useLocale } from '@tessera/ui';
import { SecretDialog } from '@tessera/ui/forms';
import { Box, Button } from '@tessera/ui/mui';
import { DescriptionList, DrawerPanel } from '@tessera/ui/panels';
import { useTexts } from '../../../texts';
import { MonoText } from '../mono-text';
import { type Credential, CredentialList } from './credential-list';
import { KeyForm } from './key-form';
import { fetchReleasesInUse, useRevokeKey, useRevokeToken } from './publishers.api';
import { TokenForm } from './token-form';
import { useUserNames } from './users-field';

const icon = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const;

interface PublisherDrawerProps {
  publisher: ModulePublisherDto;
  onEdit: () => void;
  onClose: () => void;
}

/** A publisher with its keys and tokens. */
export function PublisherDrawer({ publisher, onEdit, onClose }: PublisherDrawerProps) {
  const t = useTexts();
  const { name, modules, owner_id, developers, may_promote, keys, tokens } = publisher;
  const nameOf = useUserNames(owner_id === null ? developers : [owner_id, ...developers]);
  const [isAddingKey, setIsAddingKey] = useState(false);
  const [isAddingToken, setIsAddingToken] = useState(false);
  const [created, setCreated] = useState<{ name: string; token: string } | null>(null);
  const credentials = useCredentials(publisher);
  return (
    <DrawerPanel title={name} subtitle={t('publishers.subtitle')} onClose={onClose}>
      <Box>
        <Button startIcon={<SquarePen {...icon} />} onClick={onEdit}>
          {t('publishers.edit')}
        </Button>
      </Box>
      <DescriptionList
        items={[
          {
            term: t('publishers.modules'),
            value: modules.length > 0 && <MonoText>{modules.join('\n')}</MonoText>,
          },
          { term: t('publishers.owner'), value: owner_id === null ? null : nameOf(owner_id) },
          { term: t('publishers.developers'), value: developers.map(nameOf).join('\n') },
          {
            term: t('publishers.promotion'),
            value: t(may_promote ? 'publishers.promotesItself' : 'publishers.promotedByAdministrators'),
          },
        ]}
      />
      <CredentialList
        title={t('publishers.keys.title')}
        add={
          <Button size="small" startIcon={<Plus {...icon} />} onClick={() => setIsAddingKey(true)}>
            {t('publishers.keys.add')}
          </Button>
        }
        empty={t('publishers.keys.empty')}
        items={keys.map(credentials.toKey)}
        onRevoke={credentials.revokeKey}
      />
      <CredentialList
        title={t('publishers.tokens.title')}
        add={
          <Button size="small" startIcon={<Plus {...icon} />} onClick={() => setIsAddingToken(true)}>
            {t('publishers.tokens.new')}
          </Button>
        }
        empty={t('publishers.tokens.empty')}
        items={tokens.map(credentials.toToken)}
        onRevoke={credentials.revokeToken}
      />
      {isAddingKey ? <KeyForm publisher={publisher} onClose={() => setIsAddingKey(false)} /> : null}
      {isAddingToken ? (
        <TokenForm publisher={publisher} onCreated={setCreated} onClose={() => setIsAddingToken(false)} />
      ) : null}
      {created ? (
        <SecretDialog
          title={created.name}
          warning={t('publishers.tokens.shownOnce')}
          secret={created.token}
          copyLabel={t('publishers.tokens.copy')}
          copied={t('publishers.tokens.copied')}
          doneLabel={t('publishers.tokens.done')}
          onClose={() => setCreated(null)}
        />
      ) : null}
    </DrawerPanel>
  );
}

/** A publisher's keys and tokens as rows, and their revocation after a question. */
function useCredentials(publisher: ModulePublisherDto) {
  const t = useTexts();
  const locale = useLocale();
  const { confirmAndRun, previewAndRun } = useAction();
  const { mutateAsync: revokeKey } = useRevokeKey();
  const { mutateAsync: revokeToken } = useRevokeToken();
  const { id: publisherId, keys, tokens } = publisher;
  const date = (value: string) => formatInstant(value, { ...locale, style: 'date' });
  const describeCreated = ({ created_at, created_by }: ModuleKeyDto | ModuleTokenDto) =>
    created_by
      ? t('publishers.createdBy', { date: date(created_at), name: created_by })
      : t('publishers.created', { date: date(created_at) });
  return {
    toKey: (key: ModuleKeyDto): Credential => ({
      id: key.id,
      name: <MonoText>{key.key_id}</MonoText>,
      label: key.key_id,
      revoked_at: key.revoked_at,
      details: [<MonoText key="key">{key.public_key}</MonoText>, describeCreated(key)],
    }),
    toToken: (token: ModuleTokenDto): Credential => ({
      id: token.id,
      name: token.name,
      label: token.name,
      revoked_at: token.revoked_at,
      expires_at: token.expires_at,
      details: [
        token.scopes.map((scope) => t(`publishers.tokens.scopes.${scope}`)).join(', '),
        <InterpolatedText
          key="used"
          text={(placeholders) =>
            t(token.last_used_at ? 'publishers.tokens.used' : 'publishers.tokens.neverUsed', {
              ...placeholders,
              expires: token.expires_at
                ? t('publishers.tokens.expires', { date: date(token.expires_at) })
                : t('publishers.tokens.noExpiry'),
            })
          }
          elements={{ used: <Instant value={token.last_used_at} /> }}
        />,
        describeCreated(token),
      ],
    }),
    revokeKey: (id: number) => {
      const key = keys.find((one) => one.id === id);
      if (!key) return;
      const heading = {
        title: t('publishers.keys.revokeTitle', { key: key.key_id }),
        confirmLabel: t('publishers.keys.revoke'),
        danger: true,
      };
      void previewAndRun({
        ...heading,
        preview: () => fetchReleasesInUse(key.key_id),
        question: (releases) => ({
          ...heading,
          body: t('publishers.keys.revokeBody'),
          consequences:
            releases.length > 0
              ? [
                  {
                    count: releases.length,
                    text: t('publishers.keys.inUse', { count: releases.length }),
                    detail: releases.join(', '),
                  },
                ]
              : [],
        }),
        work: () => revokeKey({ publisherId, id }),
        message: t('publishers.keys.revoked', { key: key.key_id }),
      });
    },
    revokeToken: (id: number) => {
      const token = tokens.find((one) => one.id === id);
      if (!token) return;
      void confirmAndRun(
        {
          title: t('publishers.tokens.revokeTitle', { name: token.name }),
          body: t('publishers.tokens.revokeBody'),
          confirmLabel: t('publishers.tokens.revoke'),
          danger: true,
        },
        () => revokeToken({ publisherId, id }),
        t('publishers.tokens.revoked', { name: token.name }),
      );
    },
  };
}
