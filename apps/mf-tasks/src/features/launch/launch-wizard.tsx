import { useQuery } from '@tanstack/react-query';
import { Rocket } from 'lucide-react';
import { useMemo, useState } from 'react';
import type { EventDto, JobDto, JobPlanDto, TemplateDto } from '@tessera/api';
import { AskApproval } from '@tessera/product-ui/budgets';
import { formatInstant, useLocale } from '@tessera/ui';
import { isInstant, WizardDialog } from '@tessera/ui/forms';
import { Button } from '@tessera/ui/mui';
import { useAskApproval } from '../../approvals/approvals.api';
import { poolsQuery, siteEventsQuery, siteLoginsQuery, sitesQuery } from '../../lookups/lookups.api';
import { type TasksTexts, useTexts } from '../../texts';
import { EventStep } from './event-step';
import {
  activeLoginIds,
  draftFromJob,
  draftFromTemplate,
  emptyDraft,
  type LaunchDraft,
  stepBlocker,
  toJobInput,
} from './launch-draft';
import { LoginsStep } from './logins-step';
import { PacingStep } from './pacing-step';
import { PlanStep } from './plan-step';
import { TemplateStep } from './template-step';
import { useLaunch } from './use-launch';
import { type LaunchChecks, useLaunchChecks } from './use-launch-checks';

export interface LaunchWizardProps {
  /** The initial template; null starts with the choice of a template. */
  template: TemplateDto | null;
  /** The preselected event; null for the template's own. */
  event: EventDto | null;
  /** The job to launch again; null for a new launch. */
  job: JobDto | null;
  /** The step in the address; null for the plan, or what it still needs. */
  step: number | null;
  onStep: (step: number) => void;
  onClose: () => void;
  /** Called after the launch with the address of the page that shows the job. */
  onLaunched: (to: string) => void;
}

const PLAN_STEP = 4;

/** The step of the address, or an earlier incomplete one: after a reload the draft is empty. */
function reachableStep(
  t: TasksTexts,
  step: number,
  draft: LaunchDraft,
  active: readonly number[] | undefined,
): number {
  const requested = Number.isInteger(step) ? Math.min(Math.max(step, 0), PLAN_STEP) : 0;
  const incomplete = Array.from({ length: requested }, (_, currentStep) => currentStep).find((currentStep) =>
    stepBlocker(t, currentStep, draft, active),
  );
  return incomplete ?? requested;
}

/**
 * Launches a job: template, event, logins, schedule and pacing, plan preview, launch. What the template answers isn't asked:
 * the wizard shows the plan, from which each step can be changed.
 */
export function LaunchWizard(props: LaunchWizardProps) {
  const { template: initialTemplate, event: preferredEvent, job, step, onStep, onClose, onLaunched } = props;
  const t = useTexts();
  const [draft, setDraft] = useState<LaunchDraft>(() =>
    job
      ? draftFromJob(job)
      : initialTemplate
        ? draftFromTemplate(initialTemplate, preferredEvent)
        : emptyDraft,
  );
  const [initial] = useState(draft);
  const locale = useLocale();
  const { template, source } = draft;
  const { data: siteLogins } = useQuery(siteLoginsQuery(template?.site_id ?? null));
  const active = useMemo(
    () => (template && siteLogins ? activeLoginIds(template, siteLogins) : undefined),
    [template, siteLogins],
  );
  const reach = (to: number) => reachableStep(t, to, draft, active);
  // Kept, so that a choice doesn't leave its step before Next.
  const [start] = useState(() => reachableStep(t, PLAN_STEP, draft, undefined));
  const at = reach(step ?? start);
  const { data: events } = useQuery(siteEventsQuery(template?.site_id ?? null));
  const { data: sites } = useQuery(sitesQuery());
  const site = sites?.find(({ id }) => id === template?.site_id);
  const { data: pools } = useQuery(poolsQuery());
  const input = useMemo(
    () =>
      at === PLAN_STEP && template && (source.kind !== 'active' || active)
        ? toJobInput({ ...draft, template }, active ?? [], site?.currency ?? null)
        : null,
    [at, draft, template, source.kind, active, site?.currency],
  );
  const {
    plan,
    checkedAt,
    fetching,
    error,
    unapproved,
    planChangeTexts,
    launching,
    launch,
    refresh,
    retry,
    clearOutcome,
  } = useLaunch(input, onLaunched);
  const { mutateAsync: ask } = useAskApproval();

  const checks = useLaunchChecks(at === PLAN_STEP ? plan : undefined, {
    realm_id: template?.realm_id ?? 0,
    event_id: draft.eventId,
    template_id: template?.id ?? null,
    scheduled_at: draft.scheduledAt,
  });
  const event = events?.find(({ id }) => id === draft.eventId);
  const pool = source.kind === 'pool' ? pools?.find(({ id }) => id === source.id) : undefined;
  const logins =
    source.kind === 'chosen'
      ? source.ids.length
      : source.kind === 'pool'
        ? pool?.members.length
        : source.kind === 'active'
          ? active?.length
          : template?.login_ids.length;
  const starting = plan ? plan.totals.ok + plan.totals.warn : 0;
  const patch = (change: Partial<LaunchDraft>) => setDraft((before) => ({ ...before, ...change }));
  const goTo = (to: number) => {
    clearOutcome();
    onStep(to);
  };
  const steps = [
    {
      label: t('launch.template'),
      summary: draft.fromJob === null ? template?.name : t('launch.fromJob', { id: draft.fromJob }),
    },
    { label: t('launch.event'), summary: event?.name },
    {
      label: t('launch.logins'),
      summary: pool
        ? t('launch.fromPool', { number: logins ?? 0, pool: pool.name })
        : t(
            source.kind === 'chosen'
              ? 'launch.chosen'
              : source.kind === 'active'
                ? 'launch.allActive'
                : draft.fromJob === null
                  ? 'launch.ofTemplate'
                  : 'launch.ofJob',
            { number: logins ?? 0 },
          ),
    },
    {
      label: t('launch.pacing'),
      summary: t(draft.launchDelay ? 'launch.spaced' : 'launch.allAtOnce', {
        start: draft.scheduledAt ? formatInstant(draft.scheduledAt, locale) : t('launch.now'),
        seconds: draft.launchDelay ?? 0,
      }),
    },
    { label: t('launch.plan') },
    { label: t('launch.launch') },
  ];
  const blocked =
    at === PLAN_STEP
      ? plan
        ? starting === 0
          ? t('launch.blockers.blocked')
          : starting > plan.totals.places
            ? t('launch.blockers.limit')
            : checkBlocker(t, checks)
        : t('launch.blockers.planning')
      : stepBlocker(t, at, draft, active);
  const tasks = t('words.taskCount', { count: starting });
  const startsAt =
    draft.scheduledAt !== null && isInstant(draft.scheduledAt)
      ? formatInstant(draft.scheduledAt, locale)
      : null;
  return (
    <WizardDialog
      open
      title={t('words.launch')}
      steps={steps}
      at={launching ? PLAN_STEP + 1 : at}
      onStep={goTo}
      onClose={onClose}
      dirty={draft !== initial}
      stepTitle={launching ? t('launch.launching', { tasks }) : steps[at]?.label}
      stepSubtitle={at === PLAN_STEP && plan ? subtitle(t, plan.totals, startsAt) : undefined}
      nextLabel={
        at < PLAN_STEP
          ? t('launch.next')
          : startsAt === null
            ? t('launch.launchTasks', { tasks })
            : t('launch.launchAt', { time: startsAt })
      }
      nextIcon={at === PLAN_STEP ? <Rocket size={16} strokeWidth={1.75} aria-hidden /> : undefined}
      onNext={() => {
        if (at < PLAN_STEP) goTo(reach(PLAN_STEP));
        else if (plan) void launch(plan, false);
      }}
      blocked={blocked}
      busy={launching || (at === PLAN_STEP && fetching)}
      footerStart={
        at === PLAN_STEP ? (
          <Button
            variant="text"
            disabled={!plan || launching || blocked !== undefined}
            onClick={() => plan && void launch(plan, true)}
          >
            {t('launch.draft')}
          </Button>
        ) : undefined
      }
      flush={at === PLAN_STEP}
    >
      {at === 0 || !template ? (
        <TemplateStep
          chosen={draft.fromJob === null ? template : null}
          event={preferredEvent}
          onChange={(chosen) => setDraft(draftFromTemplate(chosen, preferredEvent))}
        />
      ) : at === 1 ? (
        <EventStep template={template} eventId={draft.eventId} onChange={(eventId) => patch({ eventId })} />
      ) : at === 2 ? (
        <LoginsStep
          template={template}
          isOfJob={draft.fromJob !== null}
          eventId={draft.eventId}
          source={source}
          slots={draft.workerCount}
          onChange={(next) => patch({ source: next })}
        />
      ) : at === 3 ? (
        <PacingStep
          draft={draft}
          logins={logins}
          timeZone={site?.time_zone}
          siteCurrency={site?.currency ?? null}
          event={event}
          onChange={patch}
        />
      ) : (
        <PlanStep
          plan={plan}
          checks={checks}
          parts={steps.slice(0, PLAN_STEP)}
          isScheduled={startsAt !== null}
          event={event}
          realmId={template.realm_id}
          templateId={template.id}
          launchDelay={draft.launchDelay ?? 0}
          onLaunchDelay={(seconds) => patch({ launchDelay: seconds })}
          error={error}
          planChanges={planChangeTexts}
          checkedAt={checkedAt}
          onRefresh={refresh}
          onRetry={retry}
          onChange={goTo}
        />
      )}
      {unapproved ? (
        <AskApproval
          kind="launch"
          need={unapproved.need}
          ask={(reason) => ask({ kind: 'launch', launch: unapproved.input, reason })}
          onAsked={onLaunched}
          onClose={clearOutcome}
        />
      ) : null}
    </WizardDialog>
  );
}

/** Why a module's check keeps the plan from being launched here. */
function checkBlocker(t: TasksTexts, { checks, isChecking }: LaunchChecks): string | undefined {
  const blocked = checks.find(({ verdict }) => verdict === 'blocked');
  if (blocked) return t('launch.blockers.check', { title: blocked.title, reason: blocked.reason });
  return isChecking ? t('launch.checking') : undefined;
}

function subtitle(
  t: TasksTexts,
  { ok, warn, blocked }: JobPlanDto['totals'],
  startsAt: string | null,
): string {
  const tasks = t('words.taskCount', { count: ok + warn });
  return [
    warn > 0 ? t('launch.canStartWarned', { tasks, warned: warn }) : t('launch.canStart', { tasks }),
    ...(startsAt === null ? [] : [t('launch.firstAt', { time: startsAt })]),
    ...(blocked > 0 ? [t('launch.skipped', { count: blocked })] : []),
  ].join(' ');
}
