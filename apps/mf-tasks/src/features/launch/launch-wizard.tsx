import { useQuery } from '@tanstack/react-query';
import { Button } from '@mui/material';
import type { EventDto, TemplateDto } from '@tessera/api';
import { formatInstant, useLocale, WizardDialog } from '@tessera/ui';
import { Rocket } from 'lucide-react';
import { useMemo, useState } from 'react';
import { poolsQuery, siteEventsQuery, sitesQuery } from '../../lookups/lookups.api';
import { EventStep } from './event-step';
import { draftOf, emptyDraft, jobInputOf, obstacleAt, type LaunchDraft } from './launch-draft';
import { LoginsStep } from './logins-step';
import { PacingStep } from './pacing-step';
import { PlanStep } from './plan-step';
import { TemplateStep } from './template-step';
import { useLaunch } from './use-launch';

export interface LaunchWizardProps {
  /** Where it starts from; null: the template is asked first. */
  template: TemplateDto | null;
  /** The event that is meant from the start; null: the template's own. */
  event: EventDto | null;
  onClose: () => void;
}

const planAt = 4;

/** Launches a job: template, event, logins, schedule and pacing, plan preview, launch. */
export function LaunchWizard({ template: given, event: meant, onClose }: LaunchWizardProps) {
  const [draft, setDraft] = useState<LaunchDraft>(() => (given ? draftOf(given, meant) : emptyDraft));
  const [at, setAt] = useState(given ? 1 : 0);
  const locale = useLocale();
  const { template, source } = draft;
  const { data: events } = useQuery(siteEventsQuery(template?.site_id ?? null));
  const { data: sites } = useQuery(sitesQuery());
  const { data: pools } = useQuery(poolsQuery());
  const input = useMemo(
    () => (at === planAt && template ? jobInputOf({ ...draft, template }) : null),
    [at, draft, template],
  );
  const { plan, checkedAt, fetching, problem, changed, launching, launch, refresh, forget } =
    useLaunch(input);

  const event = events?.find(({ id }) => id === draft.eventId);
  const pool = source.kind === 'pool' ? pools?.find(({ id }) => id === source.id) : undefined;
  const logins =
    source.kind === 'chosen'
      ? source.ids.length
      : source.kind === 'pool'
        ? pool?.members.length
        : template?.login_ids.length;
  const starting = plan ? plan.totals.ok + plan.totals.warn : 0;
  const patch = (change: Partial<LaunchDraft>) => setDraft((before) => ({ ...before, ...change }));
  const goTo = (step: number) => {
    forget();
    setAt(step);
  };
  const steps = [
    { label: 'Template', summary: template?.name },
    { label: 'Event', summary: event?.name },
    {
      label: 'Logins',
      summary: pool
        ? `${logins ?? 0} from pool ${pool.name}`
        : `${logins ?? 0} ${source.kind === 'chosen' ? 'chosen' : 'of the template'}`,
    },
    {
      label: 'Schedule and pacing',
      summary: `${draft.scheduledAt ? formatInstant(draft.scheduledAt, locale) : 'Now'}, ${draft.launchDelay ?? 0} s apart`,
    },
    { label: 'Plan preview' },
    { label: 'Launch' },
  ];
  const blocked =
    at === planAt
      ? plan
        ? starting === 0
          ? 'Every task is blocked'
          : starting > plan.totals.places
            ? 'Over the realm’s limit'
            : undefined
        : 'Planning'
      : obstacleAt(at, draft);
  const tasks = `${starting} ${starting === 1 ? 'task' : 'tasks'}`;
  return (
    <WizardDialog
      open
      title="Launch a job"
      steps={steps}
      at={launching ? planAt + 1 : at}
      onStep={goTo}
      onClose={onClose}
      dirty={template !== given || at > 1}
      stepTitle={launching ? `Launching ${tasks}` : steps[at]?.label}
      stepSubtitle={at === planAt && plan ? subtitle(plan.totals) : undefined}
      nextLabel={at === planAt ? `Launch ${tasks}` : 'Next'}
      nextIcon={at === planAt ? <Rocket size={16} strokeWidth={1.75} aria-hidden /> : undefined}
      onNext={() => {
        if (at < planAt) goTo(at + 1);
        else if (plan) void launch(plan, false);
      }}
      blocked={blocked}
      busy={launching || (at === planAt && fetching)}
      footStart={
        at === planAt ? (
          <Button
            variant="text"
            disabled={!plan || launching || blocked !== undefined}
            onClick={() => plan && void launch(plan, true)}
          >
            Save as draft
          </Button>
        ) : undefined
      }
      flush={at === planAt}
    >
      {at === 0 || !template ? (
        <TemplateStep
          chosen={template}
          event={meant}
          onChange={(chosen) => setDraft(draftOf(chosen, meant))}
        />
      ) : at === 1 ? (
        <EventStep template={template} eventId={draft.eventId} onChange={(eventId) => patch({ eventId })} />
      ) : at === 2 ? (
        <LoginsStep
          template={template}
          eventId={draft.eventId}
          source={source}
          slots={draft.workerCount}
          onChange={(next) => patch({ source: next })}
        />
      ) : at === 3 ? (
        <PacingStep
          draft={draft}
          logins={logins}
          timeZone={sites?.find(({ id }) => id === template.site_id)?.time_zone}
          event={event}
          onChange={patch}
        />
      ) : (
        <PlanStep
          plan={plan}
          event={event}
          problem={problem}
          changed={changed}
          checkedAt={checkedAt}
          onRefresh={refresh}
          onReplace={() => goTo(2)}
        />
      )}
    </WizardDialog>
  );
}

function subtitle({ ok, warn, blocked }: { ok: number; warn: number; blocked: number }): string {
  const starting = ok + warn;
  return [
    `${starting} ${starting === 1 ? 'task' : 'tasks'} can start${warn > 0 ? `, ${warn} of them with a warning` : ''}.`,
    blocked > 0 ? `${blocked} ${blocked === 1 ? 'is' : 'are'} blocked and will be left out.` : '',
  ]
    .filter(Boolean)
    .join(' ');
}
