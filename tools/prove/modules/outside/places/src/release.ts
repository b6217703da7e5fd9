/** What is wrong with this release. */
export const fault: '' | 'throws' | 'hangs' | 'large' = '';
