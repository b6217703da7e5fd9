import type { HandOverChange, HandOverCommand, HandOverDto } from '@tessera/api';
import { formatCount, formatDuration, formatInstant, formatMoney, formatTotals } from '@tessera/ui';
import type { TasksTexts } from '../../../texts';
import type { HandOverTexts } from './texts';

export interface HandOverContext {
  t: HandOverTexts;
  /** The texts of the module. */
  words: TasksTexts;
  eventName: string;
  timeZone: string | undefined;
  /** Who is on to pay, and what the forecast says; undefined: not loaded. */
  payers: readonly string[] | undefined;
  forecast: string | undefined;
}

/** A hand-over note as plain text, in the reader's language. */
export function handOverText(facts: HandOverDto, context: HandOverContext): string {
  const { t, eventName, timeZone } = context;
  const { from, to } = facts;
  const inSeconds = (Date.parse(to) - Date.parse(from)) / 1000;
  const isSameDay =
    formatInstant(from, { style: 'date', timeZone }) === formatInstant(to, { style: 'date', timeZone });
  const what = [...figuresOf(facts, context), ...eventsOf(facts, context)];
  return [
    t('heading', { event: eventName }),
    t('time', {
      from: formatInstant(from, { style: 'date-time', timeZone }),
      to: formatInstant(to, { style: isSameDay ? 'time' : 'date-time', timeZone }),
      duration: formatDuration(inSeconds),
    }),
    '',
    ...(what.length === 0 ? [t('nothing')] : what),
    ...(facts.reads_audit ? [] : [t('withoutAudit')]),
    '',
    ...openOf(facts, context),
  ].join('\n');
}

const amountsOf = ({ t, words }: HandOverContext, { baskets, seats }: { baskets: number; seats: number }) =>
  t('amounts', {
    baskets: t('baskets', { count: baskets }),
    seats: words('words.seatCount', { count: seats }),
  });

function figuresOf(facts: HandOverDto, context: HandOverContext): string[] {
  const { t, words } = context;
  const { paid, reversed_seats, expired, held, failures } = facts;
  const amounts = (of: { baskets: number; seats: number }) => amountsOf(context, of);
  const money = formatTotals(paid.totals.map(({ total, currency }) => ({ amount: total, currency })));
  const kinds = failures.map(({ kind, count }) =>
    t('failure', { count, kind: words(`onSale.kind.${kind}`) }),
  );
  return [
    ...(paid.seats > 0 ? [t('paid', { amounts: amounts(paid), money })] : []),
    ...paid.by.map((one) => `  ${t('paidBy', { who: one.who ?? t('workers'), amounts: amounts(one) })}`),
    ...(reversed_seats > 0
      ? [t('reversed', { seats: words('words.seatCount', { count: reversed_seats }) })]
      : []),
    ...(expired.seats > 0 ? [t('expired', { amounts: amounts(expired) })] : []),
    ...(held.seats > 0 ? [t('held', { amounts: amounts(held) })] : []),
    ...(kinds.length > 0 ? [t('failures', { kinds: kinds.join(', ') })] : []),
  ];
}

/** Commands and changes in the order of time. */
function eventsOf({ commands, changes }: HandOverDto, context: HandOverContext): string[] {
  const lines = [
    ...commands.map((command) => ({ at: command.at, text: commandText(command, context) })),
    ...changes.map((change) => ({ at: change.at, text: changeText(change, context) })),
  ].toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at));
  if (lines.length === 0) return [];
  const time = (at: string) => formatInstant(at, { style: 'time', timeZone: context.timeZone });
  return ['', context.t('changes'), ...lines.map(({ at, text }) => `${time(at)} ${text}`)];
}

function commandText({ who, what, job_name, tasks: count }: HandOverCommand, context: HandOverContext) {
  const { t, words } = context;
  const tasks = words('words.taskCount', { count });
  return t(`command.${what}`, {
    who,
    tasks: job_name === null ? tasks : t('ofJob', { tasks, job: job_name }),
  });
}

function changeText(change: HandOverChange, context: HandOverContext): string {
  const { t, words } = context;
  const { who, what, before, after } = change;
  const job = change.job_name ?? t('someJob');
  switch (what) {
    case 'job.launch':
      return t('launched', {
        who,
        job,
        tasks: words('words.taskCount', { count: Number(after?.['tasks']) }),
      });
    case 'job.delete':
      return t('deleted', { who, job });
    case 'job.restore':
      return t('restored', { who, job });
    case 'job.update': {
      const values = valuesOf(change, context).join(', ');
      return values === '' ? t('changed', { who, job }) : t('changedTo', { who, job, values });
    }
    case 'event.budget': {
      const amount = (row: typeof before) => budgetText(row?.['amount'], row?.['currency'], context);
      return t('eventBudget', { who, now: amount(after), before: amount(before) });
    }
    case 'event.update':
      return t('eventChanged', { who });
    case 'realm.pause':
      return t('paused', { who });
    case 'realm.resume':
      return t('resumed', { who });
    case 'event.payer_on':
      return t('cameOn', { who });
    case 'event.payer_off':
      return t('wentOff', { who });
    case 'event.payers_ask':
      return t('asked', { who });
  }
}

const namedValues = ['seats_target', 'budget', 'scheduled_at', 'launch_delay'] as const;
type NamedValue = (typeof namedValues)[number];

const valuesOf = ({ before, after }: HandOverChange, context: HandOverContext): string[] =>
  namedValues
    .filter((name) => after !== null && name in after)
    .map((name) =>
      context.t('value', {
        name: context.t(`values.${name}`),
        now: valueText(name, after, context),
        before: valueText(name, before, context),
      }),
    );

function valueText(name: NamedValue, row: HandOverChange['after'], context: HandOverContext): string {
  const { t, words, timeZone } = context;
  const value = row?.[name];
  if (name === 'budget') return budgetText(value, row?.['budget_currency'], context);
  if (name === 'scheduled_at' && typeof value === 'string')
    return formatInstant(value, { style: 'date-time-seconds', timeZone });
  if (typeof value !== 'number') return t('none');
  return name === 'launch_delay' ? words('words.seconds', { seconds: value }) : formatCount(value);
}

const budgetText = (amount: unknown, currency: unknown, { t }: HandOverContext): string =>
  typeof amount === 'number' && typeof currency === 'string' ? formatMoney(amount, currency) : t('none');

/** What is to be done now. */
function openOf({ open }: HandOverDto, context: HandOverContext): string[] {
  const { t, payers, forecast, timeZone } = context;
  return [
    t('open'),
    open.seats === 0
      ? t('noneOpen')
      : t('openBaskets', {
          amounts: amountsOf(context, open),
          time: formatInstant(open.next_expires_at, { style: 'time-seconds', timeZone }),
        }),
    ...(payers === undefined
      ? []
      : [payers.length === 0 ? t('nobodyOn') : t('on', { names: payers.join(', ') })]),
    ...(forecast === undefined ? [] : [forecast]),
  ];
}
