import type { SessionTexts } from './texts';

const [min, max] = [12, 128];

/** Checks a new password's length; the server also refuses common passwords. */
export function newPasswordError(t: SessionTexts, value: string): string | undefined {
  if (value === '') return t('password.newNeeded');
  const { length } = [...value.normalize('NFKC')];
  if (length < min) return t('password.short', { min });
  return length > max ? t('password.long', { max }) : undefined;
}

/** The same check as rules of a form's field. */
export const newPasswordRules = (t: SessionTexts) => ({
  validate: (value: unknown) => newPasswordError(t, typeof value === 'string' ? value : '') ?? true,
});

/** The help text of a new password. */
export const newPasswordHelp = (t: SessionTexts): string => t('password.help', { min, max });
