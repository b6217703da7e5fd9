import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useEffectEvent, useId } from 'react';
import { ApiError, useMayAct } from '@tessera/api';
import { Outlet, useLocation, useSearchParams } from '@tessera/federation/router';
import { describeError, DialogFrame, DialogHeader, ErrorAlert, useSnackbar } from '@tessera/ui';
import { Button } from '@tessera/ui/mui';
import { useTexts } from '../../texts';
import { launchEventQuery, launchJobQuery, launchTemplateQuery } from './launch.api';
import { useWizardHistory } from './use-wizard-history';

const LaunchWizard = lazy(() => import('./launch-wizard').then((m) => ({ default: m.LaunchWizard })));

const parameter = 'launch';
// Not `event_id`, which filters the list behind the dialog.
const eventParameter = 'launch_event';
const jobParameter = 'launch_job';
const stepParameter = 'launch_step';

/**
 * Wraps every page of the module. `?launch=<template id>` opens the wizard, without an id at the choice of the template;
 * `&launch_event=<id>` preselects an event, `&launch_job=<id>` takes over that job's settings. `&launch_step=<n>` is the
 * step. Each step is a history entry: Back returns to the previous step and keeps the values. After the launch or on
 * close all of the wizard's entries are removed.
 */
export function LaunchHost() {
  const [params, setParams] = useSearchParams();
  const { pathname } = useLocation();
  const templateParam = params.get(parameter);
  const mayLaunch = useMayAct('launch');
  const step = params.get(stepParameter);
  const goTo = (to: number, state: object) =>
    setParams(
      (before) => {
        const next = new URLSearchParams(before);
        next.set(stepParameter, String(to));
        return next;
      },
      { state },
    );
  return (
    <>
      <Outlet />
      {templateParam !== null && mayLaunch ? (
        <OpenWizard
          key={templateParam}
          id={Number(templateParam) || null}
          eventId={Number(params.get(eventParameter)) || null}
          jobId={Number(params.get(jobParameter)) || null}
          step={step === null ? null : Number(step)}
          onStep={goTo}
          closed={addressWithoutWizard(pathname, params)}
        />
      ) : null}
    </>
  );
}

interface OpenWizardProps {
  id: number | null;
  eventId: number | null;
  jobId: number | null;
  step: number | null;
  onStep: (step: number, state: object) => void;
  /** The address without the wizard. */
  closed: string;
}

function addressWithoutWizard(pathname: string, params: URLSearchParams): string {
  const rest = new URLSearchParams(params);
  for (const name of [parameter, eventParameter, jobParameter, stepParameter]) rest.delete(name);
  return rest.size > 0 ? `${pathname}?${rest}` : pathname;
}

function OpenWizard({ id, eventId, jobId, step, onStep, closed }: OpenWizardProps) {
  const { isLeaving, nextState, leave } = useWizardHistory(closed);
  const template = useQuery(launchTemplateQuery(id));
  const event = useQuery(launchEventQuery(eventId));
  const job = useQuery(launchJobQuery(jobId));
  // What is loaded stays, whatever a later refetch in the background returns.
  const failed = [template, event, job].find(({ data, error }) => error !== null && data === undefined);
  const missing = failed && isMissing(failed.error) ? failed.error : null;
  const snackbar = useSnackbar();
  const closeWithError = useEffectEvent((reason: Error) => {
    snackbar.showError(describeError(reason));
    leave(closed);
  });
  useEffect(() => {
    if (missing) closeWithError(missing);
  }, [missing]);
  if (isLeaving || missing) return null;
  if (failed?.error) {
    return (
      <LaunchFailed
        error={failed.error}
        onRetry={() => void failed.refetch()}
        onClose={() => leave(closed)}
      />
    );
  }
  if ((id !== null && !template.data) || (eventId !== null && !event.data) || (jobId !== null && !job.data))
    return null;
  return (
    <Suspense fallback={null}>
      <LaunchWizard
        template={template.data ?? null}
        event={event.data ?? null}
        job={job.data ?? null}
        step={step}
        onStep={(to) => onStep(to, nextState)}
        onClose={() => leave(closed)}
        onLaunched={leave}
      />
    </Suspense>
  );
}

/** Whether the address names what doesn't exist or what the user may not see, so that a retry can't help. */
const isMissing = (error: unknown): boolean =>
  error instanceof ApiError && error.status >= 400 && error.status < 500 && error.status !== 429;

interface LaunchFailedProps {
  error: Error;
  onRetry: () => void;
  onClose: () => void;
}

/** The wizard whose template, event or job could not be loaded. */
function LaunchFailed({ error, onRetry, onClose }: LaunchFailedProps) {
  const t = useTexts();
  const titleId = useId();
  return (
    <DialogFrame
      open
      width={520}
      labelledBy={titleId}
      onClose={onClose}
      header={<DialogHeader id={titleId} title={t('words.launch')} onClose={onClose} />}
      footer={<Button onClick={onClose}>{t('launch.close')}</Button>}
    >
      <ErrorAlert error={describeError(error)} onRetry={onRetry} />
    </DialogFrame>
  );
}
