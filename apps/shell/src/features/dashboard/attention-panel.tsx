import { Gauge } from 'lucide-react';
import type { DashboardDto, LimitUse } from '@tessera/api';
import { EmptyState, formatCount, Panel } from '@tessera/ui';
import { Box, styled } from '@tessera/ui/mui';
import { useTexts } from '../../texts';
import { AttentionLine } from './attention-line';
import { AttentionRow } from './attention-row';
import { nearLimits } from './limits';

const Count = styled('span')(({ theme: { vars, typography } }) => ({
  ...typography.caption,
  fontWeight: 600,
  minWidth: 18,
  padding: '1px 5px',
  borderRadius: 4,
  textAlign: 'center',
  backgroundColor: vars.palette.status.ochre.main,
  color: vars.palette.status.on,
}));

/** Lists what needs attention now, each with a link to the page where the user can act on it. */
export function AttentionPanel({
  data,
  mayOpen,
}: {
  data: DashboardDto;
  mayOpen: (path: string) => boolean;
}) {
  const t = useTexts();
  const limits = nearLimits(data);
  const count = data.attention.length + limits.length;
  return (
    <Panel title={t('dashboard.attention.title')} meta={count > 0 ? <Count>{count}</Count> : null}>
      {count === 0 ? <EmptyState>{t('dashboard.attention.none')}</EmptyState> : null}
      {/* Longer lists scroll, so that the figures stay in view. */}
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0, maxHeight: { lg: 279 }, overflow: 'auto' }}>
        {data.attention.map((item, i) => (
          <AttentionRow key={`${item.kind} ${item.id}`} item={item} isFirst={i === 0} mayOpen={mayOpen} />
        ))}
        {limits.map(({ name, use }) => (
          <LimitRow key={name} name={name} use={use} mayOpen={mayOpen} />
        ))}
      </Box>
    </Panel>
  );
}

const pages = { tasks: '/tasks', logins: '/sites' } as const;

/** A limit that is nearly reached; it links administrators to the realms, where limits are set. */
function LimitRow({
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
