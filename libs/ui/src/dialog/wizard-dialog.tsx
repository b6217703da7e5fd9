import { Box, Button } from '@mui/material';
import { useEffect, useId, useRef, type ReactNode } from 'react';
import { useTexts } from '../texts';
import { DialogFrame } from './dialog-frame';
import { DialogHeader } from './dialog-head';
import { useCloseGuard } from './use-close-guard';
import { WizardSteps, type WizardStep } from './wizard-steps';

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
