import type { LoginSummaryDto } from '@tessera/api';
import { StatusChip, describeError } from '@tessera/ui';
import { ChoiceDialog } from '@tessera/data-table/choice-dialog';
import type { ChoiceItem } from '@tessera/ui/forms';
import { useMemo, useState } from 'react';
import { useTexts, type TasksTexts } from '../texts';
import { LoginChoiceFilters } from './login-choice-filters';
import { toChoiceItem, useLoginChoice, type LoginChoiceInput } from './use-login-choice';

export interface LoginChoiceDialogProps extends LoginChoiceInput {
  /** How many logins can serve; undefined: not known. */
  slots?: number | undefined;
  onDone: (ids: number[]) => void;
  onClose: () => void;
}

const toItem =
  (t: TasksTexts) =>
  (login: Pick<LoginSummaryDto, 'id' | 'email' | 'status'>): ChoiceItem => ({
    ...toChoiceItem(t, login),
    status: <StatusChip of="login" state={login.status} />,
  });

const namedUnknown = 3;

function pasted(t: TasksTexts, { found, unknown }: { found: number; unknown: string[] }): string {
  const emails = unknown.slice(0, namedUnknown).join(', ');
  const notKnown = unknown.length > namedUnknown ? 'loginChoice.unknownMore' : 'loginChoice.unknown';
  return [
    t('loginChoice.found', { number: found }),
    ...(unknown.length > 0 ? [t(notKnown, { emails })] : []),
  ].join(', ');
}

/** Logins to choose from beside those that are chosen, in order: search, filters, all that match, pasted e-mails. */
export function LoginChoiceDialog({ slots, onDone, onClose, ...input }: LoginChoiceDialogProps) {
  const t = useTexts();
  const choice = useLoginChoice(input);
  const { read, all, offered, chosenLogins } = choice;
  const [said, setSaid] = useState('');
  const items = useMemo(() => (read.data ? offered.map(toItem(t)) : undefined), [read.data, offered, t]);
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
      error={read.error ? describeError(read.error) : null}
      onRetry={() => void read.refetch()}
      empty={all.length === 0 ? t('loginChoice.none') : t('loginChoice.noMatches')}
      filters={
        <LoginChoiceFilters
          choice={choice}
          withTickets={input.eventId !== null}
          onPaste={(result) => setSaid(pasted(t, result))}
        />
      }
      note={said}
      submitLabel={t('loginChoice.use', { count: chosen.length })}
      onSubmit={() => onDone(chosen.map(({ id }) => id))}
      onClose={onClose}
    />
  );
}
