import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { PasskeyDto } from '@tessera/api';
import { describeError, EmptyState, ErrorAlert, Instant, Panel, useAction } from '@tessera/ui';
import { Box, Button, Skeleton } from '@tessera/ui/mui';
import { otherAddress } from '../../../session/passkeys/ceremonies';
import { PasskeyPlace } from '../../../session/passkeys/passkey-place';
import { usePasskeyTexts } from '../../../session/passkeys/texts';
import { twoFactorQuery } from '../two-factor/two-factor.api';
import { AddPasskey } from './add-passkey';
import { passkeysQuery, useRemovePasskey } from './passkeys.api';
import { RenamePasskey } from './rename-passkey';

/** Passkeys that a person may have. */
const MAX_PASSKEYS = 10;

/** The user's passkeys: adds, renames and removes them, or says why there can be none here. */
export function PasskeysPanel() {
  const t = usePasskeyTexts();
  const passkeys = useQuery(passkeysQuery());
  const offer = useQuery(twoFactorQuery()).data?.passkeys;
  const { mutateAsync: remove } = useRemovePasskey();
  const { confirmAndRun } = useAction();
  const [open, setOpen] = useState<'add' | PasskeyDto | null>(null);
  const close = () => setOpen(null);
  const rows = passkeys.data?.rows;
  const isFull = rows !== undefined && rows.length >= MAX_PASSKEYS;
  const isHere = offer?.domain != null && otherAddress(offer) === null;
  const confirmRemove = ({ id, name }: PasskeyDto) =>
    confirmAndRun(
      {
        title: t('panel.removeTitle', { name }),
        body: t('panel.removeBody'),
        confirmLabel: t('panel.remove'),
        danger: true,
      },
      () => remove(id),
      t('panel.removed'),
    );
  return (
    <Panel title={t('panel.title')} meta={t('panel.meta')} padded>
      {passkeys.isPending ? <Skeleton variant="rectangular" height={48} /> : null}
      {passkeys.isError ? (
        <ErrorAlert error={describeError(passkeys.error)} onRetry={() => void passkeys.refetch()} />
      ) : null}
      {rows && offer ? (
        <Box sx={{ display: 'grid', gap: 2 }}>
          {rows.length === 0 && isHere ? <EmptyState>{t('panel.none')}</EmptyState> : null}
          {rows.length > 0 ? (
            <Box component="ul" aria-label={t('panel.title')} sx={{ listStyle: 'none', m: 0, p: 0 }}>
              {rows.map((passkey) => (
                <Row
                  key={passkey.id}
                  passkey={passkey}
                  onRename={() => setOpen(passkey)}
                  onRemove={() => void confirmRemove(passkey)}
                />
              ))}
            </Box>
          ) : null}
          <PasskeyPlace offer={offer} />
          {isFull ? (
            <Box sx={{ color: 'text.secondary' }}>{t('panel.more', { max: MAX_PASSKEYS })}</Box>
          ) : null}
          {isHere ? (
            <Box>
              <Button onClick={() => setOpen('add')} disabled={isFull}>
                {t('panel.add')}
              </Button>
            </Box>
          ) : null}
        </Box>
      ) : null}
      {open === 'add' ? <AddPasskey onClose={close} /> : null}
      {open !== null && open !== 'add' ? <RenamePasskey passkey={open} onClose={close} /> : null}
    </Panel>
  );
}

interface RowProps {
  passkey: PasskeyDto;
  onRename: () => void;
  onRemove: () => void;
}

function Row({ passkey, onRename, onRemove }: RowProps) {
  const t = usePasskeyTexts();
  const { name, backed_up, usable, created_at, last_used_at } = passkey;
  return (
    <Box
      component="li"
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        gap: 1,
        py: 1,
        borderBottom: 1,
        borderColor: 'line.subtle',
      }}
    >
      <Box sx={{ flex: 1, minWidth: 180 }}>
        <Box sx={{ fontWeight: 550, overflowWrap: 'anywhere' }}>{name}</Box>
        <Box sx={{ color: 'text.secondary', typography: 'body2' }}>
          {usable ? t(backed_up ? 'panel.synced' : 'panel.oneDevice') : t('panel.unusable')}
        </Box>
        <Box sx={{ color: 'text.secondary', typography: 'body2' }}>
          {t('panel.created')} <Instant value={created_at} /> · {t('panel.lastUsed')}{' '}
          {last_used_at === null ? t('panel.never') : <Instant value={last_used_at} />}
        </Box>
      </Box>
      <Box role="group" aria-label={t('panel.actions', { name })} sx={{ display: 'flex', gap: 1 }}>
        <Button size="small" onClick={onRename}>
          {t('panel.rename')}
        </Button>
        <Button size="small" color="error" onClick={onRemove}>
          {t('panel.remove')}
        </Button>
      </Box>
    </Box>
  );
}
