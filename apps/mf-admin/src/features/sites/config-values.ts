import type { FieldErrors } from 'react-hook-form';
import type { SiteConfig } from '@tessera/api';
import { fromPairs, type KeyValue, type SectionNavProps, toPairs } from '@tessera/ui/forms';
import type { AdminTexts } from '../../texts';

/** The form values of a site's configuration, without `login_js`, which is read-only, and `checks_per_minute`, which only the API sets. */
export interface ConfigValues {
  price_type_adult: string;
  price_levels: KeyValue[];
  use_price_levels: boolean;
  areas: string[];
  area_first_run: boolean;
  ticket_url: string;
  queueit_domain: string;
  login_type: string;
  user_xpath: string;
  pass_xpath: string;
  button_xpath: string;
}

/** The fields' labels within a sentence. */
export const createConfigLabels = (t: AdminTexts): Record<keyof ConfigValues, string> => ({
  price_type_adult: t('config.names.price_type_adult'),
  price_levels: t('config.names.price_levels'),
  use_price_levels: t('config.names.use_price_levels'),
  areas: t('config.names.areas'),
  area_first_run: t('config.names.area_first_run'),
  ticket_url: t('config.names.ticket_url'),
  queueit_domain: t('config.names.queueit_domain'),
  login_type: t('config.names.login_type'),
  user_xpath: t('config.names.user_xpath'),
  pass_xpath: t('config.names.pass_xpath'),
  button_xpath: t('config.names.button_xpath'),
});

/** The form values of a configuration. */
export const toValues = (config: SiteConfig): ConfigValues => ({
  price_type_adult: config.price_type_adult ?? '',
  price_levels: toPairs(config.price_levels ?? {}),
  use_price_levels: config.use_price_levels ?? false,
  areas: config.areas ?? [],
  area_first_run: config.area_first_run ?? false,
  ticket_url: config.ticket_url ?? '',
  queueit_domain: config.queueit_domain ?? '',
  login_type: config.login_type ?? '',
  user_xpath: config.user_xpath ?? '',
  pass_xpath: config.pass_xpath ?? '',
  button_xpath: config.button_xpath ?? '',
});

/** The configuration as the API expects it. */
export const toWire = (
  values: ConfigValues,
): Required<Omit<SiteConfig, 'login_js' | 'checks_per_minute'>> => ({
  ...values,
  price_levels: fromPairs(values.price_levels),
  areas: values.areas.map((area) => area.trim()).filter(Boolean),
});

/** The changed fields of the configuration, as the API expects them. */
export function changedConfig(before: ConfigValues, after: ConfigValues): SiteConfig {
  const old = toWire(before);
  const entries = Object.entries(toWire(after)).filter(
    ([key, value]) => JSON.stringify(value) !== JSON.stringify(old[key as keyof typeof old]),
  );
  return Object.fromEntries(entries);
}

export type ConfigSection = 'prices' | 'areas' | 'addresses' | 'sign_in' | 'maps';

const sections: readonly { id: ConfigSection; fields: readonly (keyof ConfigValues)[] }[] = [
  { id: 'prices', fields: ['price_type_adult', 'use_price_levels', 'price_levels'] },
  { id: 'areas', fields: ['areas', 'area_first_run'] },
  { id: 'addresses', fields: ['ticket_url', 'queueit_domain'] },
  { id: 'sign_in', fields: ['login_type', 'user_xpath', 'pass_xpath', 'button_xpath'] },
  // Maps are uploaded by themselves.
  { id: 'maps', fields: [] },
];

/** The element id of a section. */
export const sectionId = (section: ConfigSection): string => `config-${section}`;

/** The sections with their number of errors and whether they have changes. */
export const markSections = (
  t: AdminTexts,
  errors: FieldErrors<ConfigValues>,
  changed: readonly (keyof ConfigValues)[],
): SectionNavProps['sections'] =>
  sections.map(({ id, fields }) => ({
    id,
    label: t(`config.${id}`),
    status: {
      errors: fields.filter((field) => errors[field] !== undefined).length,
      changed: fields.some((field) => changed.includes(field)),
    },
  }));
