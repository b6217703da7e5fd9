import { useQuery } from '@tanstack/react-query';
import { useCan } from '@tessera/api';
import { toProblem, useSnackbar } from '@tessera/ui';
import { useEffect, useEffectEvent } from 'react';
import { Outlet, useSearchParams } from 'react-router';
import { LaunchWizard } from './launch-wizard';
import { launchTemplateQuery } from './launch.api';

const parameter = 'launch';

/** Around every page of the module: `?launch=<template id>` opens the wizard, without an id it asks for the template. */
export function LaunchHost() {
  const [params, setParams] = useSearchParams();
  const asked = params.get(parameter);
  const mayWrite = useCan('write');
  const close = () =>
    setParams(
      (before) => {
        const next = new URLSearchParams(before);
        next.delete(parameter);
        return next;
      },
      { replace: true },
    );
  return (
    <>
      <Outlet />
      {asked !== null && mayWrite ? <Opened key={asked} id={Number(asked) || null} onClose={close} /> : null}
    </>
  );
}

function Opened({ id, onClose }: { id: number | null; onClose: () => void }) {
  const { data: template, error } = useQuery(launchTemplateQuery(id));
  const snackbar = useSnackbar();
  const giveUp = useEffectEvent((reason: Error) => {
    snackbar.fail(toProblem(reason));
    onClose();
  });
  useEffect(() => {
    if (error) giveUp(error);
  }, [error]);
  if (id !== null && !template) return null;
  return <LaunchWizard template={template ?? null} onClose={onClose} />;
}
