import { Panel } from '@tessera/ui';
import { Box, Link } from '@mui/material';
import { Check, Circle } from 'lucide-react';
import { Link as RouterLink } from 'react-router';

interface Step {
  name: string;
  words: string;
  path: string;
}

const steps: readonly Step[] = [
  { name: 'sites', words: 'Add a site', path: '/sites' },
  { name: 'events', words: 'Add an event of the site', path: '/sites' },
  { name: 'logins', words: 'Add logins at the site', path: '/sites' },
  { name: 'templates', words: 'Make a template, and launch it', path: '/templates' },
];

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
  const taken = steps.filter(({ name }) => setup[name]).length;
  return (
    <Panel title="Getting started" meta={`${taken} of ${steps.length} done`} padded>
      <Box component="ol" sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 1 }}>
        {steps.map(({ name, words, path }) => {
          const done = Boolean(setup[name]);
          const Icon = done ? Check : Circle;
          return (
            <Box component="li" key={name} sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
              <Box
                component={Icon}
                size={16}
                aria-label={done ? 'Done' : 'To do'}
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
