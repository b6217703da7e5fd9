import type { SiteConfig } from '@tessera/api';
import { fromPairs, toPairs, type KeyValue } from '@tessera/ui';

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
export const configNames: Record<keyof ConfigValues, string> = {
  price_type_adult: 'adult price type',
  price_levels: 'price levels',
  use_price_levels: 'use of price levels',
  areas: 'areas',
  area_first_run: 'area first run',
  ticket_url: 'ticket address',
  queueit_domain: 'queue domain',
  login_type: 'login type',
  user_xpath: 'field for the user',
  pass_xpath: 'field for the password',
  button_xpath: 'button',
};

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
