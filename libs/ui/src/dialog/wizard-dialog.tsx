import { Box, Button, styled } from '@mui/material';
import { Check } from 'lucide-react';
import { useEffect, useId, useRef, type ReactNode } from 'react';
import { useTexts } from '../texts';
import { DialogFrame, DialogHeader } from './dialog-frame';
import { useCloseGuard } from './use-close-guard';

export interface WizardDialogProps {
  open: boolean;
  /** Above the steps: "Launch a job". */
  title: string;
  steps: readonly WizardStep[];
  /** Index of the present step. */
  at: number;
  /** Only steps already passed can be gone back to. */
  onStep: (index: number) => void;
  onClose: () => void;
  dirty?: boolean;
  /** The step's own title and what it says; the step's name when absent. */
  stepTitle?: ReactNode;
  stepSubtitle?: ReactNode;
  /** The last step's verb: "Launch 12 tasks"; "Next" when absent. */
  nextLabel?: ReactNode;
  nextIcon?: ReactNode;
  onNext: () => void;
  /** Why it can't go on; stands beside the button. */
  blocked?: string | undefined;
  busy?: boolean;
  /** At the left of the foot: "Save as draft". */
  footerStart?: ReactNode;
  /** The content reaches the edges: tables. */
  flush?: boolean;
  children: ReactNode;
}

/** Several steps in a dialog of 1,180 px: the steps at the left, head and foot stay. */
export function WizardDialog(props: WizardDialogProps) {
  const { open, title, steps, at, onStep, onClose, dirty = false, onNext, blocked, busy = false } = props;
  const t = useTexts();
  const id = useId();
  const close = useCloseGuard(dirty, onClose);
  const step = steps[at];
  const next = useRef<HTMLButtonElement>(null);
  const pressed = useRef(false);
  const waits = busy || blocked !== undefined;
  useEffect(() => {
    // What was asked for took a while: the button has the focus again, wherever it was put meanwhile.
    if (!waits && pressed.current) next.current?.focus();
    if (!waits) pressed.current = false;
  }, [waits]);
  useEffect(() => {
    // Unless somebody went elsewhere themselves.
    const leave = () => {
      pressed.current = false;
    };
    const onKeyDown = ({ key, target }: KeyboardEvent) => {
      const isTyped = target instanceof HTMLElement && target.matches('input, textarea');
      if (key === 'Tab' || isTyped) leave();
    };
    document.addEventListener('pointerdown', leave, true);
    document.addEventListener('keydown', onKeyDown, true);
    return () => {
      document.removeEventListener('pointerdown', leave, true);
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
            disabled={waits}
            onClick={() => {
              pressed.current = true;
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
