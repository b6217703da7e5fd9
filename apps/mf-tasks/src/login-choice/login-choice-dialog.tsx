import { useMemo, useState } from 'react';
import type { LoginSummaryDto } from '@tessera/api';
import { ChoiceDialog } from '@tessera/data-table/choice-dialog';
import { describeError, StatusChip } from '@tessera/ui';
import type { ChoiceItem } from '@tessera/ui/forms';
import { type TasksTexts, useTexts } from '../texts';
import { LoginChoiceFilters } from './login-choice-filters';
import { type LoginChoiceInput, toChoiceItem, useLoginChoice } from './use-login-choice';

export interface LoginChoiceDialogProps extends LoginChoiceInput {
  /** The number of logins that can be used; undefined when unknown. */
  slots?: number | undefined;
  onDone: (ids: number[]) => void;
  onClose: () => void;
}

const toItem =
  (t: TasksTexts) =>
  (login: Pick<LoginSummaryDto, 'id' | 'name' | 'email' | 'status'>): ChoiceItem => ({
    ...toChoiceItem(t, login),
    status: <StatusChip of="login" state={login.status} />,
  });

const MAX_NAMED = 3;

function describePaste(t: TasksTexts, { found, unknown }: { found: number; unknown: string[] }): string {
  const emails = unknown.slice(0, MAX_NAMED).join(', ');
  const key = unknown.length > MAX_NAMED ? 'loginChoice.unknownMore' : 'loginChoice.unknown';
  return [
    t('loginChoice.found', { number: found }),
    ...(unknown.length > 0 ? [t(key, { emails })] : []),
  ].join(', ');
}

/** Dialog to choose logins in order, with search, filters, all matches at once, and pasted e-mail addresses. */
export function LoginChoiceDialog({ slots, onDone, onClose, ...input }: LoginChoiceDialogProps) {
  const t = useTexts();
  const choice = useLoginChoice(input);
  const { loginsQuery, all, offered, chosenLogins } = choice;
  const [pasteSummary, setPasteSummary] = useState('');
  const items = useMemo(
    () => (loginsQuery.data ? offered.map(toItem(t)) : undefined),
    [loginsQuery.data, offered, t],
  );
  const chosen = useMemo(() => chosenLogins.map(toItem(t)), [chosenLogins, t]);
  return (
    <ChoiceDialog
      title={t('loginChoice.title')}
      subtitle={t('loginChoice.subtitle')}
      noun={t('words.login')}
      nouns={t('words.logins')}
      options={items}
      chosen={chosen}
      onChange={choice.setChosen}
      slots={slots}
      error={loginsQuery.error ? describeError(loginsQuery.error) : null}
      onRetry={() => void loginsQuery.refetch()}
      empty={all.length === 0 ? t('loginChoice.none') : t('loginChoice.noMatches')}
      filters={
        <LoginChoiceFilters
          choice={choice}
          withTickets={input.eventId !== null}
          onPaste={(result) => setPasteSummary(describePaste(t, result))}
        />
      }
      note={pasteSummary}
      submitLabel={t('loginChoice.use', { count: chosen.length })}
      onSubmit={() => onDone(chosen.map(({ id }) => id))}
      onClose={onClose}
    />
  );
}
