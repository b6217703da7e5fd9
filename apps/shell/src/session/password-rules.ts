/** What a new password must be, as far as the browser can tell; the server also knows the common ones (contract section 2). */
export const passwordRules = {
  required: 'Choose a password',
  minLength: { value: 12, message: 'At least 12 characters' },
  maxLength: { value: 128, message: 'At most 128 characters' },
};
