import type { HostKind } from '../database/hosts';

/** The headings of the settings page, in its order. */
export const settingGroups = [
  'Process and addresses',
  'Database',
  'Secrets',
  'People and sign-in',
  'Limits',
  'Push messages',
  'Webhooks',
  'Mail',
  'Modules',
  'Keeping and purging',
  'Monitoring',
  'Demo',
] as const;

interface Described {
  group: (typeof settingGroups)[number];
  /** What it does, as Markdown without a final stop. */
  meaning: string;
  /** What holds without it, where that isn't a plain value. */
  defaultMeaning?: string;
}

/** One environment variable. Every kind is read by the function of `readers` with its name. */
export type Setting = Described &
  (
    | { kind: 'text'; default?: string }
    /** Whole number in a range. */
    | { kind: 'integer'; min: number; max: number; default: number }
    | { kind: 'switch'; default: 'on' | 'off' }
    | { kind: 'choice'; values: readonly string[]; default: string; productionDefault?: string }
    /** Never shown, and readable from the file that `<name>_FILE` names. */
    | { kind: 'secret'; minLength: number; required?: true }
    | { kind: 'url'; protocols: readonly string[]; required?: true }
    /** An address of PostgreSQL, which may hold a password: it isn't shown, and is readable from a file. */
    | { kind: 'database'; required?: true; of?: HostKind }
    | { kind: 'list' }
    | { kind: 'origins' }
    | { kind: 'hosts'; default: readonly string[] }
    | { kind: 'networks' }
  );

/** Whether a setting's value must not be shown, and may come from a file. */
export const isSecret = (setting: Setting): boolean =>
  setting.kind === 'secret' || setting.kind === 'database';
