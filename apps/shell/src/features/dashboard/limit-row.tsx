import { Gauge } from 'lucide-react';
import type { LimitUse } from '@tessera/api';
import { formatCount } from '@tessera/ui';
import { useTexts } from '../../texts';
import { AttentionLine } from './attention-line';

const pages = { tasks: '/tasks', logins: '/sites' } as const;

/** A limit that is nearly reached; it links administrators to the realms, where limits are set. */
export function LimitRow({
  name,
  use: { used, max },
  mayOpen,
}: {
  name: keyof typeof pages;
  use: LimitUse;
  mayOpen: (path: string) => boolean;
}) {
  const t = useTexts();
  const page = mayOpen('/realms') ? '/realms' : pages[name];
  const values = { label: t(`dashboard.limits.${name}`), used: formatCount(used), max: formatCount(max) };
  return (
    <AttentionLine
      icon={Gauge}
      hue="ochre"
      title={t('dashboard.limits.words', values)}
      detail={
        used < max ? t('dashboard.attention.left', { count: max - used }) : t('dashboard.attention.full')
      }
      {...(mayOpen(page) ? { to: page, action: t('dashboard.attention.view') } : {})}
    />
  );
}
