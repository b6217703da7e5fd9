import { Box, IconButton } from '@mui/material';
import { ArrowDown, ArrowUp, X } from 'lucide-react';
import { blockedBy } from './use-login-choice';

export interface ChosenListProps {
  logins: readonly { id: number; email: string; status: string }[];
  onChange: (ids: readonly number[]) => void;
}

const icon = { size: 14, strokeWidth: 1.75, 'aria-hidden': true } as const;

/** The chosen logins in the order in which they serve. */
export function ChosenList({ logins, onChange }: ChosenListProps) {
  const ids = logins.map(({ id }) => id);
  const swap = (a: number, b: number) => {
    const [first, second] = [ids[a], ids[b]];
    if (first === undefined || second === undefined) return;
    onChange(ids.map((id, i) => (i === a ? second : i === b ? first : id)));
  };
  if (logins.length === 0) {
    return <Box sx={{ color: 'text.tertiary', px: 2, py: 1.5 }}>None chosen yet.</Box>;
  }
  return (
    <Box component="ol" aria-label="Chosen logins" sx={{ listStyle: 'none', m: 0, p: 0 }}>
      {logins.map((login, i) => {
        const why = blockedBy(login);
        return (
          <Box
            component="li"
            key={login.id}
            sx={{
              display: 'flex',
              alignItems: 'center',
              minHeight: 32,
              pl: 2,
              pr: 1,
              borderBottom: 1,
              borderColor: 'line.subtle',
            }}
          >
            <Box component="span" sx={{ width: 28, color: 'text.tertiary', textAlign: 'right', mr: 1.5 }}>
              {i + 1}
            </Box>
            <Box
              component="span"
              sx={{
                flex: 1,
                minWidth: 0,
                overflow: 'hidden',
                textOverflow: 'ellipsis',
                whiteSpace: 'nowrap',
              }}
            >
              {login.email}
              {why ? (
                <Box component="span" sx={{ typography: 'caption', color: 'status.cinnabar.text', ml: 1 }}>
                  {why}
                </Box>
              ) : null}
            </Box>
            <IconButton
              size="small"
              aria-label={`Move ${login.email} up`}
              disabled={i === 0}
              onClick={() => swap(i, i - 1)}
            >
              <ArrowUp {...icon} />
            </IconButton>
            <IconButton
              size="small"
              aria-label={`Move ${login.email} down`}
              disabled={i === ids.length - 1}
              onClick={() => swap(i, i + 1)}
            >
              <ArrowDown {...icon} />
            </IconButton>
            <IconButton
              size="small"
              aria-label={`Remove ${login.email}`}
              onClick={() => onChange(ids.filter((id) => id !== login.id))}
            >
              <X {...icon} />
            </IconButton>
          </Box>
        );
      })}
    </Box>
  );
}
