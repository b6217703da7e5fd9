import type { ShellTexts } from '../texts';

const [min, max] = [12, 128];

/** What a new password must be, as far as the browser can tell; the server also knows the common ones. */
export function newPasswordError(t: ShellTexts, value: string): string | undefined {
  if (value === '') return t('password.newNeeded');
  if (value.length < min) return t('password.short', { min });
  return value.length > max ? t('password.long', { max }) : undefined;
}

/** The same for a form's field. */
export const newPasswordRules = (t: ShellTexts) => ({
  validate: (value: unknown) => newPasswordError(t, String(value ?? '')) ?? true,
});

/** The same, said before anything is typed. */
export const newPasswordHelp = (t: ShellTexts): string => t('password.help', { min, max });
