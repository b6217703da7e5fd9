import type { LoginSummaryDto } from '@tessera/api';
import { ChoiceDialog, StatusChip, toProblem, type ChoiceItem } from '@tessera/ui';
import { useMemo, useState } from 'react';
import { LoginChoiceFilters } from './login-choice-filters';
import { toChoiceItem, useLoginChoice, type LoginChoiceInput } from './use-login-choice';

export interface LoginChoiceDialogProps extends LoginChoiceInput {
  /** How many logins can serve; undefined: not known. */
  slots?: number | undefined;
  onDone: (ids: number[]) => void;
  onClose: () => void;
}

const toItem = (login: Pick<LoginSummaryDto, 'id' | 'email' | 'status'>): ChoiceItem => ({
  ...toChoiceItem(login),
  status: <StatusChip of="login" state={login.status} />,
});

/** Logins to choose from beside those that are chosen, in order: search, filters, all that match, pasted e-mails. */
export function LoginChoiceDialog({ slots, onDone, onClose, ...input }: LoginChoiceDialogProps) {
  const choice = useLoginChoice(input);
  const { read, all, offered, chosenLogins } = choice;
  const [said, setSaid] = useState('');
  const items = useMemo(() => (read.data ? offered.map(toItem) : undefined), [read.data, offered]);
  const chosen = useMemo(() => chosenLogins.map(toItem), [chosenLogins]);
  return (
    <ChoiceDialog
      title="Choose logins"
      subtitle="In the order in which they serve."
      noun="Login"
      nouns="Logins"
      offered={items}
      chosen={chosen}
      onChange={choice.setChosen}
      slots={slots}
      problem={read.error ? toProblem(read.error) : null}
      onRetry={() => void read.refetch()}
      empty={all.length === 0 ? 'This site has no logins of yours.' : 'No logins match.'}
      filters={
        <LoginChoiceFilters
          choice={choice}
          withTickets={input.eventId !== null}
          onPaste={({ found, unknown }) =>
            setSaid(
              `${found} found${unknown.length > 0 ? `, not known: ${unknown.slice(0, 3).join(', ')}${unknown.length > 3 ? ' …' : ''}` : ''}`,
            )
          }
        />
      }
      said={said}
      doneLabel={`Use ${chosen.length} ${chosen.length === 1 ? 'login' : 'logins'}`}
      onDone={() => onDone(chosen.map(({ id }) => id))}
      onClose={onClose}
    />
  );
}
