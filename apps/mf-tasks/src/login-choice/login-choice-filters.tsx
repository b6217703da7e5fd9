import { stateOptions } from '@tessera/ui';
import { extractEmails, PlainSelect, PlainTextField } from '@tessera/ui/forms';
import { Box } from '@tessera/ui/mui';
import { useTexts } from '../texts';
import type { useLoginChoice } from './use-login-choice';
import type { TicketFilter } from './without-tickets.api';

export interface LoginChoiceFiltersProps {
  choice: ReturnType<typeof useLoginChoice>;
  /** Whether an event is chosen, so that logins can be filtered by their tickets. */
  withTickets: boolean;
  onPaste: (result: { found: number; unknown: string[] }) => void;
}

/** Search and filters of the logins. Several pasted e-mail addresses are chosen at once. */
export function LoginChoiceFilters({ choice, withTickets, onPaste }: LoginChoiceFiltersProps) {
  const t = useTexts();
  const { search, setSearch, tickets, setTickets, pool, setPool, status, setStatus, sitePools, addEmails } =
    choice;
  return (
    <Box
      sx={{
        display: 'grid',
        gap: 1.5,
        px: 3,
        py: 1.5,
        gridTemplateColumns: { xs: 'repeat(2, minmax(0, 1fr))', sm: 'repeat(4, minmax(0, 1fr))' },
        '& > :first-of-type': { gridColumn: { xs: '1 / -1', sm: 'auto' } },
        alignItems: 'start',
      }}
      onPaste={(event) => {
        const text = event.clipboardData.getData('text');
        if (extractEmails(text).length < 2) return;
        event.preventDefault();
        onPaste(addEmails(text));
      }}
    >
      <PlainTextField
        label={t('loginChoice.find')}
        value={search}
        onChange={setSearch}
        placeholder={t('loginChoice.findHint')}
        autoFocus
      />
      <PlainSelect
        label={t('words.pool')}
        value={pool}
        onChange={setPool}
        empty={t('loginChoice.allLogins')}
        options={sitePools.map(({ id, name, members }) => ({
          value: String(id),
          label: t('loginChoice.poolSize', { name, size: members.length }),
        }))}
      />
      <PlainSelect
        label={t('words.status')}
        value={status}
        onChange={setStatus}
        empty={t('loginChoice.anyStatus')}
        options={stateOptions('login')}
      />
      {withTickets ? (
        <PlainSelect
          label={t('loginChoice.tickets')}
          value={tickets}
          onChange={(value) => setTickets(value as TicketFilter)}
          options={[
            { value: 'any', label: t('loginChoice.anyTickets') },
            { value: 'no_tickets', label: t('loginChoice.noTickets') },
            { value: 'nothing', label: t('loginChoice.nothing') },
          ]}
        />
      ) : null}
    </Box>
  );
}
