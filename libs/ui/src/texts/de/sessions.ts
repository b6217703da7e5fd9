import type { Translation } from '../text-types';
import type { sessions as english } from '../en/sessions';

export const sessions: Translation<typeof english> = {
  times: 'zuletzt benutzt {{used}}, angemeldet {{since}}',
  current: 'Diese hier',
  end: 'Beenden',
  endOf: 'Sitzung von {{device}} beenden',
};
