import { Box, Link as MuiLink, Table, TableBody, TableCell, TableHead, TableRow } from '@mui/material';
import type { PlanLine } from '@tessera/api';
import { Instant, StatusChip } from '@tessera/ui';

const tone = { ok: 'text.secondary', warn: 'status.ochre.text', blocked: 'status.cinnabar.text' } as const;

/** The plan task by task, with the reason of every warning and block. */
export function PlanTable({ lines, onReplace }: { lines: readonly PlanLine[]; onReplace: () => void }) {
  return (
    <Table
      aria-label="Planned tasks"
      sx={{
        minWidth: 720,
        '& td, & th': { height: 32, whiteSpace: 'nowrap' },
        '& tr > :last-child': { pr: 3 },
      }}
    >
      <TableHead>
        <TableRow>
          <TableCell align="right" sx={{ width: 56 }}>
            No.
          </TableCell>
          <TableCell sx={{ width: 112 }}>Result</TableCell>
          <TableCell>Login</TableCell>
          <TableCell align="right" sx={{ width: 64 }}>
            Seats
          </TableCell>
          <TableCell align="right" sx={{ width: 88 }}>
            Starts
          </TableCell>
          <TableCell>Reason</TableCell>
          <TableCell sx={{ width: 120 }} />
        </TableRow>
      </TableHead>
      <TableBody>
        {lines.map((line, i) => {
          const isBlocked = line.verdict === 'blocked';
          return (
            <TableRow key={line.index}>
              <TableCell align="right" sx={{ color: 'text.tertiary' }}>
                {i + 1}
              </TableCell>
              <TableCell>
                <StatusChip of="plan" state={line.verdict} />
              </TableCell>
              <TableCell
                sx={{
                  fontWeight: isBlocked ? 400 : 550,
                  color: isBlocked ? 'text.secondary' : 'text.primary',
                }}
              >
                {line.login_name ?? '–'}
              </TableCell>
              <TableCell align="right">{isBlocked ? '–' : line.seats}</TableCell>
              <TableCell align="right">
                {isBlocked ? '–' : <Instant value={line.starts_at} style="time-seconds" />}
              </TableCell>
              <TableCell sx={{ color: tone[line.verdict] }}>
                {line.reasons.length > 0
                  ? line.reasons.map(({ message }) => message).join('; ')
                  : 'Nothing in the way'}
              </TableCell>
              <TableCell align="right">
                {isBlocked ? (
                  <MuiLink
                    component="button"
                    type="button"
                    onClick={onReplace}
                    sx={{ whiteSpace: 'nowrap', fontWeight: 550 }}
                  >
                    Replace login
                    <Box component="span" sx={{ position: 'absolute', clipPath: 'inset(50%)' }}>
                      {` ${line.login_name ?? ''}`}
                    </Box>
                  </MuiLink>
                ) : null}
              </TableCell>
            </TableRow>
          );
        })}
      </TableBody>
    </Table>
  );
}
