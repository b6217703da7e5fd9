import { Ban } from 'lucide-react';
import type { ReactNode } from 'react';
import { useServerNow } from '@tessera/api';
import { StatusBadge, StatusChip } from '@tessera/ui';
import { Box, Button, styled } from '@tessera/ui/mui';
import { useTexts } from '../../../texts';

const List = styled('ul')(({ theme: { vars, typography } }) => ({
  ...typography.body2,
  listStyle: 'none',
  margin: 0,
  padding: 0,
  border: `1px solid ${vars.palette.line.main}`,
  borderRadius: 8,
  '& li': { padding: '8px 12px', borderBottom: `1px solid ${vars.palette.line.subtle}` },
  '& li:last-of-type': { borderBottom: 0 },
  '& .head': { display: 'flex', alignItems: 'center', gap: 8, minHeight: 28 },
  '& .name': { flex: 1, minWidth: 0, fontWeight: 600, overflowWrap: 'anywhere' },
  '& .detail': { ...typography.caption, color: vars.palette.text.secondary, overflowWrap: 'anywhere' },
}));

/** A key or a token of a publisher. */
export interface Credential {
  id: number;
  name: ReactNode;
  /** Names the row's button. */
  label: string;
  details: readonly ReactNode[];
  revoked_at: string | null;
  expires_at?: string | null;
}

interface CredentialListProps {
  title: string;
  /** The button that adds one. */
  add: ReactNode;
  empty: string;
  items: readonly Credential[];
  onRevoke: (id: number) => void;
}

/** The keys or the tokens of a publisher, each with its state and a button to revoke it. */
export function CredentialList({ title, add, empty, items, onRevoke }: CredentialListProps) {
  const t = useTexts();
  return (
    <Box component="section" sx={{ display: 'grid', gap: 1 }}>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, mt: 1 }}>
        <Box component="h3" sx={{ typography: 'h4', m: 0, flex: 1 }}>
          {title}
        </Box>
        {add}
      </Box>
      {items.length === 0 ? (
        <Box sx={{ color: 'text.secondary' }}>{empty}</Box>
      ) : (
        <List aria-label={title}>
          {items.map((item) => (
            <li key={item.id}>
              <div className="head">
                <span className="name">{item.name}</span>
                <CredentialState {...item} />
                {item.revoked_at === null ? (
                  <Button
                    size="small"
                    aria-label={t('publishers.revokeNamed', { name: item.label })}
                    onClick={() => onRevoke(item.id)}
                  >
                    {t('publishers.revoke')}
                  </Button>
                ) : null}
              </div>
              {item.details.map((detail, i) => (
                <div key={i} className="detail">
                  {detail}
                </div>
              ))}
            </li>
          ))}
        </List>
      )}
    </Box>
  );
}

/** Whether a key or token works; ones that do have no badge. */
function CredentialState({ revoked_at, expires_at = null }: Pick<Credential, 'revoked_at' | 'expires_at'>) {
  const t = useTexts();
  const now = useServerNow(60_000);
  if (revoked_at !== null)
    return (
      <StatusBadge icon={Ban} hue="stone" variant="open">
        {t('publishers.revoked')}
      </StatusBadge>
    );
  if (expires_at !== null && Date.parse(expires_at) <= now)
    return <StatusChip of="invitation" state="expired" />;
  return null;
}
