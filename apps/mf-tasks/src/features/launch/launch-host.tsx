import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useEffectEvent } from 'react';
import { useMayWrite } from '@tessera/api';
import { Outlet, useLocation, useSearchParams } from '@tessera/federation/router';
import { describeError, useSnackbar } from '@tessera/ui';
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
  const mayWrite = useMayWrite();
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
      {templateParam !== null && mayWrite ? (
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
  const { data: template, error: templateError } = useQuery(launchTemplateQuery(id));
  const { data: event, error: eventError } = useQuery(launchEventQuery(eventId));
  const { data: job, error: jobError } = useQuery(launchJobQuery(jobId));
  const error = templateError ?? eventError ?? jobError;
  const snackbar = useSnackbar();
  const closeWithError = useEffectEvent((reason: Error) => {
    snackbar.showError(describeError(reason));
    leave(closed);
  });
  useEffect(() => {
    if (error) closeWithError(error);
  }, [error]);
  if ((id !== null && !template) || (eventId !== null && !event) || (jobId !== null && !job)) return null;
  if (isLeaving) return null;
  return (
    <Suspense fallback={null}>
      <LaunchWizard
        template={template ?? null}
        event={event ?? null}
        job={job ?? null}
        step={step}
        onStep={(to) => onStep(to, nextState)}
        onClose={() => leave(closed)}
        onLaunched={leave}
      />
    </Suspense>
  );
}
