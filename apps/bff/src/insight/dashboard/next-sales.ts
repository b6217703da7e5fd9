import type { ReadinessCheck } from './dashboard.dto';

/** What the readiness for an on-sale depends on. */
export interface SaleSituation {
  /** Unfinished tasks of the event, and templates for it. */
  tasks: number;
  templates: number;
  /** Tasks that the event's templates would create. */
  planned: number;
  /** Logins of the unfinished tasks, and those of them that are active and have a password. */
  logins: number;
  ready_logins: number;
  /** Tasks that the realm's limit still allows. */
  free_tasks: number;
  /** Workers that serve the site and the realm, and their free slots. */
  workers: number;
  slots: number;
  /** Seats won in the last rehearsal, and how many it was for; null: not rehearsed in the last weeks. */
  rehearsed: { won: number; planned: number } | null;
  /** Planned logins, and those that signed in when they were checked; null: no check was asked for. */
  login_check: { active: number; planned: number } | null;
}

/** Baskets that people will pay in time, of those to pay. */
export interface PaidBaskets {
  paid: number;
  baskets: number;
}

/**
 * Whether a realm is ready for an on-sale, as the checks that people read from left to right. Without a sandbox nobody can
 * rehearse, and nothing is said about it.
 */
export function readinessOf(
  situation: SaleSituation,
  hasSandbox: boolean,
  payments: PaidBaskets | undefined,
): ReadinessCheck[] {
  const {
    tasks,
    templates,
    planned,
    logins,
    ready_logins,
    free_tasks,
    workers,
    slots,
    rehearsed,
    login_check,
  } = situation;
  // Launched tasks count in the limit already; until then the templates' tasks must fit.
  const wanted = tasks > 0 ? 0 : planned;
  return [
    {
      check: 'plan',
      state: tasks > 0 ? 'ok' : templates > 0 ? 'warning' : 'blocked',
      have: tasks,
      need: planned,
    },
    {
      check: 'logins',
      state: ready_logins >= logins ? 'ok' : ready_logins > 0 ? 'warning' : 'blocked',
      have: ready_logins,
      need: logins,
    },
    { check: 'limit', state: free_tasks >= wanted ? 'ok' : 'blocked', have: free_tasks, need: wanted },
    {
      check: 'workers',
      state: workers === 0 ? 'blocked' : slots === 0 ? 'warning' : 'ok',
      have: slots,
      need: tasks,
    },
    ...(hasSandbox ? [rehearsalCheck(rehearsed)] : []),
    ...(login_check ? [loginCheck(login_check)] : []),
    ...(payments ? [payersCheck(payments)] : []),
  ];
}

const loginCheck = ({ active, planned }: NonNullable<SaleSituation['login_check']>): ReadinessCheck => ({
  check: 'login_check',
  state: active >= planned ? 'ok' : 'warning',
  have: active,
  need: planned,
});

const payersCheck = ({ paid, baskets }: PaidBaskets): ReadinessCheck => ({
  check: 'payers',
  state: paid >= baskets ? 'ok' : 'warning',
  have: paid,
  need: baskets,
});

function rehearsalCheck(rehearsed: SaleSituation['rehearsed']): ReadinessCheck {
  const { won, planned } = rehearsed ?? { won: 0, planned: 0 };
  return {
    check: 'rehearsal',
    state: planned > 0 && won >= planned ? 'ok' : 'warning',
    have: won,
    need: planned,
  };
}
