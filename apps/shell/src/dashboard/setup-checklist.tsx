import { Panel } from '@tessera/ui';
import { Box, Link } from '@mui/material';
import { Check, Circle } from 'lucide-react';
import { Link as RouterLink } from 'react-router';
import { useTexts } from '../texts';

const steps = [
  { name: 'sites', path: '/sites' },
  { name: 'events', path: '/sites' },
  { name: 'logins', path: '/sites' },
  { name: 'templates', path: '/templates' },
] as const;

/** Whether a newcomer still has steps to take. */
export const isUnfinished = (setup: Readonly<Record<string, number>>): boolean =>
  steps.some(({ name }) => !setup[name]);

/** The four steps from nothing to a first launch; goes away once all are taken. */
export function SetupChecklist({
  setup,
  mayOpen,
}: {
  setup: Readonly<Record<string, number>>;
  mayOpen: (path: string) => boolean;
}) {
  const t = useTexts();
  const taken = steps.filter(({ name }) => setup[name]).length;
  return (
    <Panel
      title={t('dashboard.setup.title')}
      meta={t('dashboard.setup.progress', { taken, all: steps.length })}
      padded
    >
      <Box component="ol" sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 1 }}>
        {steps.map(({ name, path }) => {
          const done = Boolean(setup[name]);
          const words = t(`dashboard.setup.${name}`);
          const Icon = done ? Check : Circle;
          return (
            <Box component="li" key={name} sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
              <Box
                component={Icon}
                size={16}
                aria-label={t(done ? 'dashboard.setup.done' : 'dashboard.setup.toDo')}
                sx={{ color: done ? 'status.verdigris.main' : 'text.tertiary' }}
              />
              {!done && mayOpen(path) ? (
                <Link component={RouterLink} to={path}>
                  {words}
                </Link>
              ) : (
                <Box component="span" sx={{ color: done ? 'text.secondary' : 'text.primary' }}>
                  {words}
                </Box>
              )}
            </Box>
          );
        })}
      </Box>
    </Panel>
  );
}
