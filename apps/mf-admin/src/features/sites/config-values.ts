import type { SiteConfig } from '@tessera/api';
import { fromPairs, toPairs, type KeyValue } from '@tessera/ui/forms';
import type { AdminTexts } from '../../texts';

/** A site's config as its form holds it; `login_js` is shown, never edited here. */
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

/** The fields' names in a sentence. */
export const configNames = (t: AdminTexts): Record<keyof ConfigValues, string> => ({
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

/** The form's values of a config. */
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

/** The config fields as the wire takes them. */
export const toWire = (values: ConfigValues): Required<Omit<SiteConfig, 'login_js'>> => ({
  ...values,
  price_levels: fromPairs(values.price_levels),
  areas: values.areas.map((area) => area.trim()).filter(Boolean),
});

/** The config fields that differ, as the wire takes them. */
export function changedConfig(before: ConfigValues, after: ConfigValues): SiteConfig {
  const old = toWire(before);
  const entries = Object.entries(toWire(after)).filter(
    ([key, value]) => JSON.stringify(value) !== JSON.stringify(old[key as keyof typeof old]),
  );
  return Object.fromEntries(entries);
}
