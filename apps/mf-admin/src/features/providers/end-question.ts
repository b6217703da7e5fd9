import type { IdentityProviderDto } from '@tessera/api';
import { formatCount, type LoadedQuestion, type Question } from '@tessera/ui';
import type { AdminTexts } from '../../texts';
import { fetchImpact } from './providers.api';

/** Asks before a provider ends, with the sessions and people that end with it. */
export function createEndQuestion(
  t: AdminTexts,
  { id, name, linked_count }: IdentityProviderDto,
  how: 'disable' | 'delete',
): LoadedQuestion {
  const texts = {
    title: t(`providers.${how}Title`, { name }),
    confirmLabel: t(`providers.${how}Confirm`),
    danger: true,
  };
  const load = async (): Promise<Question> => {
    const { sessions, people, locked_out } = await fetchImpact(id);
    const consequences = [
      {
        count: locked_out,
        text: t('providers.lockedOut', { count: locked_out }),
        detail: t('providers.lockedOutHelp'),
      },
      {
        count: sessions,
        text: t('providers.sessionsEnd', { count: sessions }),
        detail: t('providers.ofPeople', { count: people, people: formatCount(people) }),
      },
    ];
    return {
      ...texts,
      body: t(`providers.${how}Body`, { count: linked_count }),
      consequences: consequences.filter(({ count }) => count > 0),
    };
  };
  return { ...texts, load };
}
