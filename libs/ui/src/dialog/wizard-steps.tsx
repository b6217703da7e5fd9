import { Box, styled } from '@mui/material';
import { Check } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTexts } from '../texts';

export interface WizardStep {
  label: string;
  /** What was chosen, under the step's name. */
  summary?: ReactNode;
}

const Steps = styled('ol')(({ theme: { vars, typography } }) => ({
  listStyle: 'none',
  margin: 0,
  padding: 0,
  display: 'grid',
  '& button': {
    ...typography.body2,
    display: 'grid',
    gridTemplateColumns: '20px minmax(0, 1fr)',
    columnGap: 10,
    alignItems: 'start',
    width: '100%',
    padding: 8,
    textAlign: 'left',
    border: 0,
    borderRadius: 6,
    background: 'none',
    color: vars.palette.text.primary,
    cursor: 'pointer',
  },
  '& button:disabled': { color: vars.palette.text.tertiary, cursor: 'default' },
  '& button[aria-current]': {
    backgroundColor: vars.palette.surface.selected,
    color: vars.palette.text.primary,
  },
  '& button b': { fontWeight: 550 },
  '& .mark': {
    ...typography.caption,
    width: 20,
    height: 20,
    borderRadius: 4,
    display: 'grid',
    placeItems: 'center',
    fontWeight: 600,
    border: `1px solid ${vars.palette.line.control}`,
  },
  '& .done .mark': {
    border: 0,
    color: vars.palette.status.on,
    backgroundColor: vars.palette.status.verdigris.main,
  },
  '& [aria-current] .mark': { border: 0, color: '#fff', backgroundColor: vars.palette.accent.main },
  '& .summary': {
    ...typography.caption,
    gridColumn: 2,
    color: vars.palette.text.secondary,
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
  },
}));

export interface WizardStepsProps {
  title: string;
  steps: readonly WizardStep[];
  at: number;
  onStep: (index: number) => void;
}

/** The steps of a wizard: done, present, to come. */
export function WizardSteps({ title, steps, at, onStep }: WizardStepsProps) {
  const t = useTexts();
  return (
    <Box
      component="nav"
      aria-label={title}
      sx={{
        width: { sm: 236 },
        flex: 'none',
        p: 1.5,
        backgroundColor: 'surface.sunken',
        borderRight: { sm: 1 },
        borderColor: { sm: 'line.main' },
        display: { xs: 'none', sm: 'block' },
        overflow: 'auto',
      }}
    >
      <Box sx={{ typography: 'h3', px: 1, pt: 0.5, pb: 1.5 }}>{title}</Box>
      <Steps>
        {steps.map(({ label, summary }, i) => (
          <li key={label}>
            <button
              type="button"
              className={i < at ? 'done' : undefined}
              disabled={i > at}
              aria-current={i === at ? 'step' : undefined}
              onClick={() => onStep(i)}
            >
              <span className="mark">
                {i < at ? <Check size={14} strokeWidth={2.5} aria-label={t('dialogs.wizard.done')} /> : i + 1}
              </span>
              <b>{label}</b>
              {i < at && summary ? <span className="summary">{summary}</span> : null}
            </button>
          </li>
        ))}
      </Steps>
    </Box>
  );
}
