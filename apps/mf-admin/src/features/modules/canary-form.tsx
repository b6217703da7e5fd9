import { useQuery } from '@tanstack/react-query';
import { useForm, useWatch } from 'react-hook-form';
import type { ModuleSettingsDto } from '@tessera/api';
import { Alert, describeError, ErrorAlert, useAction, useSnackbar } from '@tessera/ui';
import { FormDialog, NumberField, SelectField } from '@tessera/ui/forms';
import { Box } from '@tessera/ui/mui';
import { type AdminTexts, useTexts } from '../../texts';
import { canaryAudience, type Population, populationQuery } from './audience';
import { stableRelease } from './module-state';
import { fetchModule, useUpdateModule } from './modules.api';
import { assignmentOf, type Canary, describeChanges, findVersion, withCanary } from './plans';

interface CanaryValues {
  release_id: number | null;
  target: 'percent' | 'realm';
  percent: number | null;
  realm_id: number | null;
}

/** The canary that the form describes; null while it is incomplete. */
function toCanary({ release_id, target, percent, realm_id }: CanaryValues): Canary | null {
  if (release_id === null) return null;
  if (target === 'realm') return realm_id === null ? null : { release_id, realm_id, percent: null };
  return percent === null || !(percent >= 1 && percent <= 100)
    ? null
    : { release_id, realm_id: null, percent };
}

/** What starting a canary changes, in numbers. */
function describeEffect(
  t: AdminTexts,
  module: ModuleSettingsDto,
  population: Population,
  canary: Canary,
): string {
  const canaries = withCanary(module, canary);
  const { users, isEstimate } = canaryAudience(population, canaries, canary);
  const before = module.canaries.find(({ realm_id }) => realm_id === canary.realm_id);
  const from = before?.release_id ?? module.stable_release_id;
  const values = { count: users, all: population.users, to: findVersion(module, canary.release_id) };
  if (from === null)
    return t(isEstimate ? 'modules.canary.aboutFirstEffect' : 'modules.canary.firstEffect', values);
  return t(isEstimate ? 'modules.canary.aboutEffect' : 'modules.canary.effect', {
    ...values,
    from: findVersion(module, from),
  });
}

/** Starts a canary: a release for one realm, or for a percent of the users. */
export function CanaryForm({
  module,
  releaseId,
  onClose,
}: {
  module: ModuleSettingsDto;
  releaseId: number;
  onClose: () => void;
}) {
  const t = useTexts();
  const snackbar = useSnackbar();
  const { withUndo } = useAction();
  const people = useQuery(populationQuery());
  const { mutateAsync: update } = useUpdateModule();
  const form = useForm<CanaryValues>({
    defaultValues: { release_id: releaseId, target: 'percent', percent: 10, realm_id: null },
  });
  const { control } = form;
  const values = useWatch({ control }) as CanaryValues;
  const canary = toCanary(values);
  const chosen = module.releases.find(({ id }) => id === canary?.release_id);
  const changes = chosen ? describeChanges(t, stableRelease(module), chosen) : [];
  const submit = async (submitted: CanaryValues) => {
    const started = toCanary(submitted);
    if (!started) return;
    const { data: fresh, response: current } = await fetchModule(module.id);
    const { id, title } = fresh;
    const { response } = await update({
      id,
      body: { canaries: withCanary(fresh, started) },
      etag: current.headers.get('etag'),
    });
    snackbar.show(
      withUndo(t('modules.canary.done', { title, version: findVersion(fresh, started.release_id) }), {
        restore: () => update({ id, body: assignmentOf(fresh), etag: response.headers.get('etag') }),
        message: t('modules.actions.undone', { title }),
      }),
    );
  };
  return (
    <FormDialog
      open
      width={560}
      title={t('modules.canary.title', { title: module.title })}
      form={form}
      onSubmit={submit}
      onClose={onClose}
      submitLabel={t('modules.canary.start')}
    >
      <SelectField
        control={control}
        name="release_id"
        label={t('modules.canary.release')}
        numeric
        options={module.releases.map(({ id, version, incompatible }) => ({
          value: String(id),
          label: incompatible ? t('modules.canary.incompatible', { version }) : version,
          disabled: incompatible !== null,
        }))}
      />
      <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' } }}>
        <SelectField
          control={control}
          name="target"
          label={t('modules.canary.target')}
          options={[
            { value: 'percent', label: t('modules.canary.byPercent') },
            { value: 'realm', label: t('modules.canary.byRealm') },
          ]}
        />
        {values.target === 'realm' ? (
          <SelectField
            control={control}
            name="realm_id"
            label={t('modules.canary.realm')}
            numeric
            rules={{ required: t('modules.canary.realmMissing') }}
            options={(people.data?.realms ?? []).map(({ id, name }) => ({ value: String(id), label: name }))}
          />
        ) : (
          <NumberField
            control={control}
            name="percent"
            label={t('modules.canary.percent')}
            help={t('modules.canary.percentHelp')}
            min={1}
            max={100}
            rules={{ required: t('modules.canary.percentMissing') }}
          />
        )}
      </Box>
      {people.error ? (
        <ErrorAlert error={describeError(people.error)} onRetry={() => void people.refetch()} />
      ) : null}
      {people.data && canary ? (
        <Alert tone="info">
          {describeEffect(t, module, people.data, canary)} {t('modules.actions.openPages')}
          {changes.map(({ count = 0, text, detail = '' }) => (
            <p key={text}>{t('modules.changes.sentence', { number: count, text, detail })}</p>
          ))}
        </Alert>
      ) : null}
    </FormDialog>
  );
}
