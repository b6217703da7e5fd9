import { useQuery } from '@tanstack/react-query';
import { ChevronLeft, ChevronRight, Download, Wallet } from 'lucide-react';
import type { ReactNode } from 'react';
import { useCan } from '@tessera/api';
import { Link, useSearchParams } from '@tessera/federation/router';
import {
  EmptyState,
  Page,
  PageHeader,
  QueryContent,
  useAction,
  useCommands,
  useLocale,
  usePageActions,
} from '@tessera/ui';
import { PlainSelect } from '@tessera/ui/forms';
import { Box, Button, IconButton } from '@tessera/ui/mui';
import { realmChoicesQuery } from '../../lookups/choices.api';
import { useTexts } from '../../texts';
import { formatMonth, isMonth, nextMonth } from './month-names';
import { MonthPanels } from './month-panels';
import { downloadMonth, monthReportQuery } from './month-report.api';

/** The page's state in its address: `?month=2026-11`, and of administrators `&realm_id=3`. */
function useMonthState() {
  const [params, setParams] = useSearchParams();
  const month = params.get('month') ?? '';
  const realm = params.get('realm_id') ?? '';
  const set = (name: 'month' | 'realm_id', value: string) =>
    setParams((before) => {
      const next = new URLSearchParams(before);
      if (value === '') next.delete(name);
      else next.set(name, value);
      return next;
    });
  return {
    month: isMonth(month) ? month : undefined,
    realmId: /^[1-9]\d{0,8}$/.test(realm) ? Number(realm) : undefined,
    setMonth: (value: string) => set('month', value),
    setRealm: (value: string) => set('realm_id', value),
  };
}

const icon = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const;

/** /budgets/month: what a realm spent in a month, by event and by the person who approved it. */
export function MonthPage() {
  const t = useTexts();
  const { locale } = useLocale();
  const { attempt } = useAction();
  const isAdmin = useCan('admin', 'all');
  const { month, realmId, setMonth, setRealm } = useMonthState();
  const isChosen = !isAdmin || realmId !== undefined;
  const query = {
    ...(month === undefined ? {} : { month }),
    ...(isAdmin && realmId !== undefined ? { realm_id: realmId } : {}),
  };
  const report = useQuery({ ...monthReportQuery(query), enabled: isChosen });
  const { data } = report;
  const shown = month ?? data?.month;
  const isLast = data === undefined || data.month >= data.this_month;
  const go = (months: number) => {
    if (shown === undefined || (months > 0 && isLast)) return;
    const next = nextMonth(shown, months);
    setMonth(next === data?.this_month ? '' : next);
  };
  const download = () =>
    void attempt(() => downloadMonth({ ...query, ...(shown && { month: shown }) }), t('month.saved'));
  usePageActions(data ? [{ label: t('month.csv'), icon: Download, run: download }] : []);
  useCommands([
    { label: t('month.earlier'), group: t('month.one'), keys: ['['], run: () => go(-1) },
    { label: t('month.later'), group: t('month.one'), keys: [']'], run: () => go(1) },
  ]);
  return (
    <Page>
      <PageHeader
        title={shown === undefined ? t('month.one') : t('month.title', { month: formatMonth(shown, locale) })}
        actions={
          <>
            <Button component={Link} to="/budgets" startIcon={<Wallet {...icon} />}>
              {t('budgets.title')}
            </Button>
            <Button onClick={download} disabled={!data} startIcon={<Download {...icon} />}>
              {t('month.csv')}
            </Button>
          </>
        }
      />
      <Controls>
        <Box sx={{ display: 'flex', gap: 0.5, alignItems: 'center' }}>
          <IconButton aria-label={t('month.earlier')} disabled={shown === undefined} onClick={() => go(-1)}>
            <ChevronLeft {...icon} />
          </IconButton>
          <Button disabled={month === undefined} onClick={() => setMonth('')}>
            {t('budgets.thisMonth')}
          </Button>
          <IconButton aria-label={t('month.later')} disabled={isLast} onClick={() => go(1)}>
            <ChevronRight {...icon} />
          </IconButton>
        </Box>
        {isAdmin ? <RealmSelect realmId={realmId} onChange={setRealm} /> : null}
      </Controls>
      {isChosen ? (
        <QueryContent query={report} loading={t('month.loading')} skeletons={[96, 200, 160]}>
          {(found) => <MonthPanels report={found} />}
        </QueryContent>
      ) : (
        <EmptyState>{t('month.chooseRealm')}</EmptyState>
      )}
    </Page>
  );
}

function Controls({ children }: { children: ReactNode }) {
  const t = useTexts();
  return (
    <Box
      role="group"
      aria-label={t('month.controls')}
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        gap: 1.5,
        alignItems: 'end',
        px: { xs: 2, sm: 3 },
        pt: { xs: 1, sm: 0 },
        pb: 1.5,
      }}
    >
      {children}
    </Box>
  );
}

/** The realm, which administrators choose. */
function RealmSelect({ realmId, onChange }: { realmId: number | undefined; onChange: (id: string) => void }) {
  const t = useTexts();
  const { data: realms } = useQuery(realmChoicesQuery());
  const chosen = realmId === undefined ? '' : String(realmId);
  return (
    <PlainSelect
      label={t('words.realm')}
      value={chosen}
      empty={t('month.noRealm')}
      onChange={onChange}
      options={
        realms?.map(({ id, name }) => ({ value: String(id), label: name })) ??
        (chosen ? [{ value: chosen, label: t('month.loading') }] : [])
      }
      sx={{ width: 220 }}
    />
  );
}
