import type { ModuleSettingsChange, ModuleSettingsDto } from '@tessera/api';

/** The form of a module's releases: one share of the realms at most, and realms by name. */
export interface ModuleValues {
  enabled: boolean;
  stable_release_id: number | null;
  share_release_id: number | null;
  percent: number | null;
  realms: { realm_id: number | null; release_id: number | null }[];
}

export const toValues = ({ enabled, stable_release_id, canaries }: ModuleSettingsDto): ModuleValues => {
  const share = canaries.find(({ realm_id }) => realm_id === null);
  return {
    enabled,
    stable_release_id,
    share_release_id: share?.release_id ?? null,
    percent: share?.percent ?? null,
    realms: canaries.flatMap(({ realm_id, release_id }) =>
      realm_id === null ? [] : [{ realm_id, release_id }],
    ),
  };
};

/** What the form says, as the server takes it; a line without a realm or a release is left out. */
export const toChange = (values: ModuleValues): ModuleSettingsChange => ({
  enabled: values.enabled,
  ...(values.stable_release_id === null ? {} : { stable_release_id: values.stable_release_id }),
  canaries: [
    ...(values.share_release_id === null
      ? []
      : [{ release_id: values.share_release_id, realm_id: null, percent: values.percent ?? 0 }]),
    ...values.realms.flatMap(({ realm_id, release_id }) =>
      realm_id === null || release_id === null ? [] : [{ release_id, realm_id, percent: null }],
    ),
  ],
});
