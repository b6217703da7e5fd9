import { ArrowRight, Check } from 'lucide-react';
import { useCan } from '@tessera/api';
import { Link } from '@tessera/federation/router';
import { Panel, TileBar } from '@tessera/ui';
import { Box, Button, styled } from '@tessera/ui/mui';
import { useTexts } from '../../texts';

const steps = [
  { name: 'events', path: '/sites' },
  { name: 'logins', path: '/sites' },
  { name: 'templates', path: '/templates' },
  { name: 'rehearsals', path: '/templates' },
  { name: 'jobs', path: '/templates' },
  { name: 'holds', path: '/tasks' },
  { name: 'tickets', path: '/pay' },
] as const;

/** Whether the first basket is still to be paid. */
export const isUnfinished = (setup: Readonly<Record<string, number>>): boolean => !setup.tickets;

const Steps = styled('ol')(({ theme: { vars, breakpoints, typography } }) => ({
  listStyle: 'none',
  margin: 0,
  padding: 0,
  display: 'grid',
  gridTemplateColumns: 'repeat(7, minmax(0, 1fr))',
  overflow: 'clip',
  '& > li': {
    display: 'flex',
    flexDirection: 'column',
    gap: 6,
    minWidth: 0,
    padding: 14,
    boxShadow: `-1px -1px 0 0 ${vars.palette.line.subtle}`,
  },
  '& .number': {
    ...typography.caption,
    display: 'grid',
    placeItems: 'center',
    width: 26,
    height: 26,
    borderRadius: 4,
    fontWeight: 600,
    border: `1px solid ${vars.palette.line.control}`,
    color: vars.palette.text.secondary,
  },
  '& .done .number': {
    borderColor: 'transparent',
    backgroundColor: vars.palette.status.verdigris.main,
    color: vars.palette.status.on,
  },
  '& .next .number': {
    borderColor: 'transparent',
    backgroundColor: vars.palette.primary.main,
    color: vars.palette.primary.contrastText,
  },
  '& .title': { ...typography.h5, marginTop: 4 },
  '& .done .title': { color: vars.palette.text.secondary },
  '& .why': { ...typography.caption, color: vars.palette.text.secondary, flex: 1 },
  [breakpoints.down('xl')]: { gridTemplateColumns: 'repeat(4, minmax(0, 1fr))' },
  [breakpoints.down('md')]: { gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' },
  [breakpoints.down('sm')]: { gridTemplateColumns: 'minmax(0, 1fr)' },
}));

/** The steps of a realm to its first paid basket; the next one has the primary button. */
export function SetupChecklist({
  setup,
  mayOpen,
}: {
  setup: Readonly<Record<string, number>>;
  mayOpen: (path: string) => boolean;
}) {
  const t = useTexts();
  // Only administrators can add the site that the first event needs.
  const canAddSites = useCan('admin', 'all');
  const needsSite = !setup.sites && !canAddSites;
  const taken = steps.filter(({ name }) => setup[name]).length;
  const progress = t('dashboard.setup.progress', { taken, all: steps.length });
  const next = steps.find(({ name }) => !setup[name])?.name;
  return (
    <Panel
      title={t('dashboard.setup.title')}
      meta={progress}
      actions={
        <TileBar
          size="tile"
          label={progress}
          parts={[{ value: taken, tone: 'verdigris' }]}
          total={steps.length}
        />
      }
    >
      <Steps>
        {steps.map(({ name, path }, i) => {
          const done = Boolean(setup[name]);
          const isNext = name === next;
          const others = name === 'events' && needsSite;
          return (
            <li key={name} className={done ? 'done' : isNext ? 'next' : undefined}>
              {done ? (
                <span className="number" role="img" aria-label={t('dashboard.setup.done')}>
                  <Check size={14} strokeWidth={2.5} aria-hidden />
                </span>
              ) : (
                <span className="number" aria-hidden>
                  {i + 1}
                </span>
              )}
              <span className="title">{t(`dashboard.setup.${name}`)}</span>
              <span className="why">
                {t(others && !done ? 'dashboard.setup.askSites' : `dashboard.setup.why.${name}`)}
              </span>
              {!done && !others && mayOpen(path) ? (
                <Box sx={{ mt: 0.5 }}>
                  <Button
                    component={Link}
                    to={path}
                    size="small"
                    variant={isNext ? 'contained' : 'outlined'}
                    aria-label={`${t(`dashboard.setup.go.${name}`)}: ${t(`dashboard.setup.${name}`)}`}
                    endIcon={<ArrowRight size={14} strokeWidth={1.75} aria-hidden />}
                  >
                    {t(`dashboard.setup.go.${name}`)}
                  </Button>
                </Box>
              ) : null}
            </li>
          );
        })}
      </Steps>
    </Panel>
  );
}
