import { useQuery } from '@tanstack/react-query';
import { type UseFormReturn, useWatch } from 'react-hook-form';
import type { PoolDto } from '@tessera/api';
import { NumberField, SelectField, TextField } from '@tessera/ui/forms';
import { Box } from '@tessera/ui/mui';
import { BudgetFields, budgetLabels } from '../../budget-fields/budget-fields';
import { EventField } from '../../catalogue-fields/event-field';
import { SiteField } from '../../catalogue-fields/site-field';
import { poolsQuery, realmsQuery, sitesQuery } from '../../lookups/lookups.api';
import { nameOf, optionsOf } from '../../lookups/options';
import { freeTaskCount, useTasksLimit } from '../../lookups/use-tasks-limit';
import { MAX_SEATS } from '../../max-seats';
import { LevelsField } from '../../price-fields/levels-field';
import { SeatsSum } from '../../seats-sum';
import { type TasksTexts, useTexts } from '../../texts';
import { LoginsField } from './logins-field';
import type { TemplateFormValues } from './template-form-values';

export interface TemplateFieldsProps {
  form: UseFormReturn<TemplateFormValues>;
  /** Administrators choose the template's realm. */
  canChooseRealm?: boolean;
}

const grid = (columns: number) =>
  ({
    display: 'grid',
    gap: 2,
    gridTemplateColumns: { xs: '1fr', sm: `repeat(${columns}, minmax(0, 1fr))` },
    alignItems: 'start',
  }) as const;

/** The number of a pool's active members; undefined until the pool is loaded. */
const countActiveMembers = (pool: PoolDto | undefined): number | undefined =>
  pool?.members.filter(({ status }) => status === 'active').length;

/** The label of each field, in the form and where two versions of a template are compared. */
export const templateLabels = (t: TasksTexts): Record<keyof TemplateFormValues, string> => ({
  name: t('words.name'),
  type: t('words.type'),
  realm_id: t('words.realm'),
  site_id: t('words.site'),
  event_id: t('words.event'),
  worker_count: t('words.tasks'),
  seats_per_worker: t('words.seatsPerTask'),
  launch_delay: t('templates.delaySeconds'),
  target_count: t('templates.targetSeats'),
  price_type: t('words.priceType'),
  price_levels: t('words.priceLevels'),
  proxy_template: t('words.proxyTemplate'),
  proxy_rotation_interval: t('templates.proxyInterval'),
  login_ids: t('words.logins'),
  pool_id: t('words.pool'),
  ...budgetLabels(t),
});

/** The fields of a template, with the total of seats. */
export function TemplateFields({ form: { control, setValue }, canChooseRealm = false }: TemplateFieldsProps) {
  const t = useTexts();
  const labels = templateLabels(t);
  const [siteId, eventId, realmId] = useWatch({ control, name: ['site_id', 'event_id', 'realm_id'] });
  const { data: sites } = useQuery(sitesQuery());
  const { data: realms } = useQuery(realmsQuery(canChooseRealm));
  const site = sites?.find(({ id }) => id === siteId);
  const clearLogins = () => {
    setValue('login_ids', []);
    setValue('pool_id', null);
  };
  const clearSiteFields = () => {
    setValue('event_id', null);
    setValue('price_levels', null);
    clearLogins();
  };
  const [workers, seats, target, loginIds, poolId] = useWatch({
    control,
    name: ['worker_count', 'seats_per_worker', 'target_count', 'login_ids', 'pool_id'],
  });
  const { data: pools } = useQuery(poolsQuery());
  const pool = pools?.find(({ id }) => id === poolId);
  const loginCount = poolId === null ? loginIds.length : countActiveMembers(pool);
  const freeTasks = freeTaskCount(useTasksLimit(realmId));
  const countRules = { min: 1, rules: { required: t('templates.numberMissing') } };
  return (
    <>
      <Box sx={grid(2)}>
        <TextField
          control={control}
          name="name"
          label={labels.name}
          maxLength={200}
          rules={{ required: t('templates.nameMissing') }}
        />
        <SelectField
          control={control}
          name="type"
          label={labels.type}
          options={[
            { value: 'hold', label: t('templates.hold') },
            { value: 'buy', label: t('templates.buy') },
          ]}
        />
        {canChooseRealm ? (
          <SelectField
            control={control}
            name="realm_id"
            label={labels.realm_id}
            numeric
            rules={{ required: t('templates.chooseRealm'), onChange: clearLogins }}
            options={optionsOf(t, realms, realmId, nameOf)}
          />
        ) : null}
        <SiteField control={control} name="site_id" onSelect={clearSiteFields} />
        <EventField control={control} name="event_id" siteId={siteId} empty={t('templates.atLaunch')} />
      </Box>
      <Box sx={grid(4)}>
        <NumberField
          control={control}
          name="worker_count"
          label={labels.worker_count}
          max={10_000}
          {...countRules}
        />
        <NumberField
          control={control}
          name="seats_per_worker"
          label={labels.seats_per_worker}
          max={MAX_SEATS}
          {...countRules}
        />
        <NumberField control={control} name="target_count" label={labels.target_count} min={1} optional />
        <NumberField
          control={control}
          name="launch_delay"
          label={labels.launch_delay}
          min={0}
          max={86_400}
          optional
        />
      </Box>
      <SeatsSum
        workers={workers}
        seatsPerWorker={seats}
        target={target}
        logins={loginCount || undefined}
        freeTasks={freeTasks}
      />
      <SelectField
        control={control}
        name="pool_id"
        label={labels.pool_id}
        numeric
        optional
        help={siteId === null ? t('fields.siteFirst') : t('templates.poolHelp')}
        disabled={siteId === null}
        empty={t('templates.noPool')}
        options={optionsOf(
          t,
          pools?.filter((one) => one.site_id === siteId && (realmId === null || one.realm_id === realmId)),
          poolId,
          ({ name, members }) => t('loginChoice.poolSize', { name, size: members.length }),
        )}
      />
      {poolId === null ? (
        <LoginsField
          control={control}
          name="login_ids"
          siteId={siteId}
          eventId={eventId}
          realmId={canChooseRealm ? realmId : null}
          slots={workers}
        />
      ) : null}
      <LevelsField control={control} name="price_levels" site={site} />
      <BudgetFields control={control} siteCurrency={site?.currency ?? null} />
      <Box sx={grid(2)}>
        <TextField
          control={control}
          name="price_type"
          label={labels.price_type}
          optional
          maxLength={200}
          placeholder={site?.config.price_type_adult ?? ''}
        />
        <TextField
          control={control}
          name="proxy_template"
          label={labels.proxy_template}
          optional
          help={t('templates.proxyHelp')}
        />
        <NumberField
          control={control}
          name="proxy_rotation_interval"
          label={labels.proxy_rotation_interval}
          optional
          min={0}
          help={t('templates.notUsed')}
        />
      </Box>
    </>
  );
}
