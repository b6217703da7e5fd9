import { isDeepStrictEqual } from 'node:util';
import { type ComparedSetting, comparedSettings, type SettingDifferenceDto } from './job-review.dto';

/** An event or a pool by id and name. */
export interface NamedRow {
  id: number;
  name: string;
}

/** The settings of a launch. Undefined: unknown, such as of a job that was launched before the setting was kept. */
export interface JobSettings {
  type?: string | undefined;
  event?: NamedRow | undefined;
  pool?: NamedRow | null | undefined;
  /** Chosen logins in order; undefined with a pool. */
  logins?: readonly number[] | undefined;
  worker_count?: number | undefined;
  seats_per_worker?: number | undefined;
  launch_delay?: number | undefined;
  seats_target?: number | null | undefined;
  budget?: number | null | undefined;
  budget_per_task?: number | null | undefined;
  budget_per_seat?: number | null | undefined;
  budget_currency?: string | null | undefined;
  price_type?: string | null | undefined;
  price_levels?: unknown;
  proxy_template?: string | null | undefined;
}

/** The settings that differ, in a fixed order; what either side doesn't know is left out. */
export function compareSettings(own: JobSettings, other: JobSettings): SettingDifferenceDto[] {
  return comparedSettings.flatMap((setting) => {
    const values = { own: own[setting], other: other[setting] };
    if (values.own === undefined || values.other === undefined) return [];
    if (isSame(setting, values.own, values.other)) return [];
    return [
      setting === 'logins' ? loginDifference(own, other) : { setting, values, added: null, removed: null },
    ];
  });
}

function loginDifference(own: JobSettings, other: JobSettings): SettingDifferenceDto {
  const [ids, otherIds] = [new Set(own.logins), new Set(other.logins)];
  return {
    setting: 'logins',
    values: { own: ids.size, other: otherIds.size },
    added: [...otherIds].filter((id) => !ids.has(id)).length,
    removed: [...ids].filter((id) => !otherIds.has(id)).length,
  };
}

function isSame(setting: ComparedSetting, one: unknown, other: unknown): boolean {
  if (setting === 'event' || setting === 'pool')
    return (one as NamedRow | null)?.id === (other as NamedRow | null)?.id;
  return isDeepStrictEqual(one, other);
}
