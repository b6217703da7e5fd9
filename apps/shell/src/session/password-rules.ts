import type { ShellTexts } from '../texts';

const [min, max] = [12, 128];

/** What a new password must be, as far as the browser can tell; the server also knows the common ones (contract section 2). */
export const passwordRulesIn = (t: ShellTexts) => ({
  required: t('password.newNeeded'),
  minLength: { value: min, message: t('password.short', { min }) },
  maxLength: { value: max, message: t('password.long', { max }) },
});

/** The same, said before anything is typed. */
export const passwordHelpIn = (t: ShellTexts): string => t('password.help', { min, max });
