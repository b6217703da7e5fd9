import { Box, Button } from '@mui/material';
import type { LoginSummaryDto } from '@tessera/api';
import {
  DataTable,
  DialogFrame,
  DialogHead,
  EmptyState,
  ErrorAlert,
  StatusChip,
  toProblem,
  type Column,
  type Selection,
} from '@tessera/ui';
import { useId, useMemo, useState } from 'react';
import { ChosenList } from './chosen-list';
import { LoginChoiceFilters } from './login-choice-filters';
import { blockedBy, useLoginChoice, type LoginChoiceInput } from './use-login-choice';

export interface LoginChoiceDialogProps extends LoginChoiceInput {
  /** How many logins can serve; undefined: not known. */
  slots?: number | undefined;
  onDone: (ids: number[]) => void;
  onClose: () => void;
}

const columns: readonly Column<LoginSummaryDto>[] = [
  { id: 'email', header: 'Login', cell: (login) => login.email, strong: true, minWidth: 200 },
  {
    id: 'status',
    header: 'Status',
    cell: (login) => <StatusChip of="login" state={login.status} />,
    width: 150,
  },
];
const keyOf = (login: LoginSummaryDto) => login.id;
const nameOf = (login: LoginSummaryDto) => login.email;
const selectable = (login: LoginSummaryDto) => blockedBy(login) === undefined;

/** Logins to choose from beside those that are chosen, in order: search, filters, all that match, pasted e-mails. */
export function LoginChoiceDialog({ slots, onDone, onClose, ...input }: LoginChoiceDialogProps) {
  const id = useId();
  const choice = useLoginChoice(input);
  const { read, offered, chosen, chosenLogins, put, setChosen } = choice;
  const [said, setSaid] = useState('');
  const selection = useMemo<Selection>(
    () => ({
      keys: new Set(chosen),
      all: false,
      toggle: (key) => put([Number(key)], !chosen.includes(Number(key))),
      put: (keys, on) => put(keys.map(Number), on),
      selectAll: () => undefined,
      clear: () => undefined,
    }),
    [chosen, put],
  );
  const free = offered.filter(selectable);
  const blocked = chosenLogins.filter((login) => blockedBy(login) !== undefined).length;
  const sum = [
    `${chosen.length} chosen`,
    slots === undefined ? null : `${slots} ${slots === 1 ? 'slot' : 'slots'}`,
    blocked > 0 ? `${blocked} blocked` : null,
  ].filter(Boolean);
  return (
    <DialogFrame
      open
      width={960}
      tall
      flush
      labelledBy={id}
      onClose={onClose}
      head={
        <DialogHead
          id={id}
          title="Choose logins"
          subtitle="In the order in which they serve."
          onClose={onClose}
        />
      }
      foot={
        <>
          <Box role="status" sx={{ flex: 1, color: 'text.secondary' }}>
            {sum.join(', ')}
            {said ? ` · ${said}` : ''}
          </Box>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="contained" onClick={() => onDone([...chosen])}>
            Use {chosen.length} {chosen.length === 1 ? 'login' : 'logins'}
          </Button>
        </>
      }
    >
      <Box sx={{ display: 'flex', height: '100%', minHeight: 0, flexDirection: { xs: 'column', sm: 'row' } }}>
        <Box sx={{ flex: 3, minWidth: 0, minHeight: 240, display: 'flex', flexDirection: 'column' }}>
          <LoginChoiceFilters
            choice={choice}
            withTickets={input.eventId !== null}
            onPaste={({ found, unknown }) =>
              setSaid(
                `${found} found${unknown.length > 0 ? `, not known: ${unknown.slice(0, 3).join(', ')}${unknown.length > 3 ? ' …' : ''}` : ''}`,
              )
            }
          />
          <Box sx={{ px: 2, pb: 1, display: 'flex', gap: 1 }}>
            <Button size="small" disabled={free.length === 0} onClick={() => put(free.map(keyOf), true)}>
              Choose all {free.length}
            </Button>
            <Button size="small" variant="text" disabled={chosen.length === 0} onClick={() => setChosen([])}>
              Choose none
            </Button>
          </Box>
          {read.error ? (
            <Box sx={{ p: 2 }}>
              <ErrorAlert problem={toProblem(read.error)} onRetry={() => void read.refetch()} />
            </Box>
          ) : read.data && offered.length === 0 ? (
            <EmptyState>
              {choice.all.length === 0 ? 'This site has no logins of yours.' : 'No logins match.'}
            </EmptyState>
          ) : (
            <DataTable
              label="Logins"
              columns={columns}
              rows={offered}
              keyOf={keyOf}
              nameOf={nameOf}
              density={28}
              selection={selection}
              selectable={selectable}
              onOpen={(login) => (selectable(login) ? selection.toggle(login.id) : undefined)}
              virtual
              {...(read.data ? {} : { skeleton: 8 })}
            />
          )}
        </Box>
        <Box
          sx={{
            flex: 2,
            minWidth: 0,
            minHeight: 160,
            overflow: 'auto',
            borderLeft: { sm: 1 },
            borderColor: { sm: 'line.main' },
            backgroundColor: 'surface.sunken',
          }}
        >
          <Box component="h3" sx={{ typography: 'h5', m: 0, px: 2, py: 1.5 }}>
            Chosen
          </Box>
          <ChosenList logins={chosenLogins} onChange={setChosen} />
        </Box>
      </Box>
    </DialogFrame>
  );
}
