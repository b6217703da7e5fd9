import { useQuery } from '@tanstack/react-query';
import { useMayWrite } from '@tessera/api';
import { toProblem, useSnackbar } from '@tessera/ui';
import { lazy, Suspense, useEffect, useEffectEvent } from 'react';
import { Outlet, useSearchParams } from '@tessera/federation/router';
import { launchEventQuery, launchJobQuery, launchTemplateQuery } from './launch.api';

const LaunchWizard = lazy(() => import('./launch-wizard').then((m) => ({ default: m.LaunchWizard })));

const parameter = 'launch';
// Not `event_id`: that is the filter of the list behind, which stays as it is.
const eventParameter = 'launch_event';
const jobParameter = 'launch_job';
const stepParameter = 'launch_step';

/**
 * Around every page of the module: `?launch=<template id>` opens the wizard, without an id it asks for the template;
 * `&launch_event=<id>` says which event, `&launch_job=<id>` starts from what that job was launched with.
 * `&launch_step=<n>` is the step, each an entry of the history: Back goes one step back and keeps what was chosen.
 */
export function LaunchHost() {
  const [params, setParams] = useSearchParams();
  const asked = params.get(parameter);
  const mayWrite = useMayWrite();
  const close = () =>
    setParams(
      (before) => {
        const next = new URLSearchParams(before);
        next.delete(parameter);
        next.delete(eventParameter);
        next.delete(jobParameter);
        next.delete(stepParameter);
        return next;
      },
      { replace: true },
    );
  const step = params.get(stepParameter);
  const goTo = (to: number) =>
    setParams((before) => {
      const next = new URLSearchParams(before);
      next.set(stepParameter, String(to));
      return next;
    });
  return (
    <>
      <Outlet />
      {asked !== null && mayWrite ? (
        <Opened
          key={asked}
          id={Number(asked) || null}
          eventId={Number(params.get(eventParameter)) || null}
          jobId={Number(params.get(jobParameter)) || null}
          step={step === null ? null : Number(step)}
          onStep={goTo}
          onClose={close}
        />
      ) : null}
    </>
  );
}

interface OpenedProps {
  id: number | null;
  eventId: number | null;
  jobId: number | null;
  step: number | null;
  onStep: (step: number) => void;
  onClose: () => void;
}

function Opened({ id, eventId, jobId, step, onStep, onClose }: OpenedProps) {
  const { data: template, error: templateError } = useQuery(launchTemplateQuery(id));
  const { data: event, error: eventError } = useQuery(launchEventQuery(eventId));
  const { data: job, error: jobError } = useQuery(launchJobQuery(jobId));
  const error = templateError ?? eventError ?? jobError;
  const snackbar = useSnackbar();
  const giveUp = useEffectEvent((reason: Error) => {
    snackbar.fail(toProblem(reason));
    onClose();
  });
  useEffect(() => {
    if (error) giveUp(error);
  }, [error]);
  if ((id !== null && !template) || (eventId !== null && !event) || (jobId !== null && !job)) return null;
  return (
    <Suspense fallback={null}>
      <LaunchWizard
        template={template ?? null}
        event={event ?? null}
        job={job ?? null}
        step={step}
        onStep={onStep}
        onClose={onClose}
      />
    </Suspense>
  );
}
