import { Box, Button, styled } from '@mui/material';
import { Check } from 'lucide-react';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { useTexts } from '../texts';
import { DialogFrame, DialogHeader } from './dialog-frame';
import { useCloseGuard } from './use-close-guard';

export interface WizardDialogProps {
  open: boolean;
  /** Above the steps: "Launch a job". */
  title: string;
  steps: readonly WizardStep[];
  /** Index of the current step. */
  at: number;
  /** Called with an earlier step; later ones are disabled. */
  onStep: (index: number) => void;
  onClose: () => void;
  dirty?: boolean;
  /** The title of the current step; its label by default. */
  stepTitle?: ReactNode;
  stepSubtitle?: ReactNode;
  /** The label of the button: "Launch 12 tasks"; "Next" by default. */
  nextLabel?: ReactNode;
  nextIcon?: ReactNode;
  onNext: () => void;
  /** Why the next step isn't possible; shown beside the button. */
  blocked?: string | undefined;
  busy?: boolean;
  /** At the left of the footer: "Save as draft". */
  footerStart?: ReactNode;
  /** The content has no padding: tables. */
  flush?: boolean;
  children: ReactNode;
}

/** A dialog of several steps, which are listed at the left. */
export function WizardDialog(props: WizardDialogProps) {
  const { open, title, steps, at, onStep, onClose, dirty = false, onNext, blocked, busy = false } = props;
  const t = useTexts();
  const id = useId();
  const close = useCloseGuard(dirty, onClose);
  const step = steps[at];
  const next = useRef<HTMLButtonElement>(null);
  const wasPressed = useRef(false);
  const isWaiting = busy || blocked !== undefined;
  useEffect(() => {
    // A disabled button loses the focus; return it when the pressed button is enabled again.
    if (!isWaiting && wasPressed.current) next.current?.focus();
    if (!isWaiting) wasPressed.current = false;
  }, [isWaiting]);
  useEffect(() => {
    // Don't return the focus when the user has moved it.
    const forgetPress = () => {
      wasPressed.current = false;
    };
    const onKeyDown = ({ key, target }: KeyboardEvent) => {
      const isTyped = target instanceof HTMLElement && target.matches('input, textarea');
      if (key === 'Tab' || isTyped) forgetPress();
    };
    document.addEventListener('pointerdown', forgetPress, true);
    document.addEventListener('keydown', onKeyDown, true);
    return () => {
      document.removeEventListener('pointerdown', forgetPress, true);
      document.removeEventListener('keydown', onKeyDown, true);
    };
  }, []);
  return (
    <DialogFrame
      open={open}
      width={1180}
      fullHeight
      labelledBy={id}
      onClose={close}
      fullHeightSidebar
      flush={props.flush ?? false}
      header={
        <DialogHeader
          id={id}
          title={props.stepTitle ?? step?.label}
          subtitle={props.stepSubtitle}
          onClose={close}
          line={false}
        />
      }
      sidebar={<WizardSteps title={title} steps={steps} at={at} onStep={onStep} />}
      footer={
        <>
          <Box sx={{ flex: 1 }}>{props.footerStart}</Box>
          {blocked ? (
            <Box role="status" sx={{ typography: 'caption', color: 'text.secondary' }}>
              {blocked}
            </Box>
          ) : null}
          <Button disabled={at === 0 || busy} onClick={() => onStep(at - 1)}>
            {t('dialogs.wizard.back')}
          </Button>
          <Button
            ref={next}
            variant="contained"
            startIcon={props.nextIcon}
            disabled={isWaiting}
            onClick={() => {
              wasPressed.current = true;
              onNext();
            }}
          >
            {props.nextLabel ?? t('dialogs.wizard.next')}
          </Button>
        </>
      }
    >
      {props.children}
    </DialogFrame>
  );
}

export interface WizardStep {
  label: string;
  /** The choice made in the step, shown under its label. */
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

/** Lists the steps of a wizard with their status. */
function WizardSteps({ title, steps, at, onStep }: WizardStepsProps) {
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
