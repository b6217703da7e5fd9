import type { AuditDto } from '@tessera/api';
import { EmptyState, Instant } from '@tessera/ui';
import { DescriptionList, DrawerPanel } from '@tessera/ui/panels';
import { Box, Table, TableBody, TableCell, TableHead, TableRow } from '@tessera/ui/mui';
import { useTexts } from '../../texts';
import { AuditSentence } from './audit-sentence';
import { actionWords, isChange, plainSentence, thingOf } from './audit-words';
import { Mono, roleOf } from './audit-columns';

function shown(value: unknown): string {
  if (value === undefined || value === null) return '–';
  if (Array.isArray(value) && value.length > 0) return value.map(shown).join(', ');
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** The action in words, and as the server names it. */
function Action({ entry: { action } }: { entry: AuditDto }) {
  const t = useTexts();
  return (
    <>
      {actionWords(t, action)} <Mono>{action}</Mono>
    </>
  );
}

/** One entry of the audit: who, from where, and what the fields were before and after; secrets never are in it. */
export function AuditEntry({ entry, onClose }: { entry: AuditDto; onClose: () => void }) {
  const t = useTexts();
  const who = entry.actor_name === entry.who ? entry.who : `${entry.actor_name} (${entry.who})`;
  const fields = [...new Set([...Object.keys(entry.before ?? {}), ...Object.keys(entry.after ?? {})])];
  const changed = isChange(entry);
  const title = changed ? t('audit.changes') : fields.length > 0 ? t('audit.details') : undefined;
  return (
    <DrawerPanel title={plainSentence(t, entry)} onClose={onClose} readOnly>
      <Box sx={{ mb: 1, overflowWrap: 'anywhere' }}>
        <AuditSentence entry={entry} />
      </Box>
      <DescriptionList
        items={[
          { term: t('audit.time'), value: <Instant value={entry.at} style="date-time-seconds" /> },
          { term: t('audit.who'), value: who },
          { term: t('audit.action'), value: <Action entry={entry} /> },
          { term: t('audit.object'), value: thingOf(entry) || null },
          { term: t('audit.role'), value: roleOf(t, entry) },
          { term: t('words.realm'), value: entry.realm_name ?? t('words.noRealm') },
          { term: t('audit.ipAddress'), value: entry.address && <Mono>{entry.address}</Mono> },
          { term: t('audit.session'), value: entry.session_id && <Mono>{entry.session_id}</Mono> },
          { term: t('audit.request'), value: entry.request_id && <Mono>{entry.request_id}</Mono> },
        ]}
      />
      {title ? (
        <Box component="h3" sx={{ typography: 'h4', m: 0, mt: 1 }}>
          {title}
        </Box>
      ) : null}
      {fields.length === 0 ? (
        title && <EmptyState>{t('audit.noChanges')}</EmptyState>
      ) : (
        <Table size="small" aria-label={title} sx={{ tableLayout: 'fixed' }}>
          <TableHead>
            <TableRow>
              <TableCell>{t('audit.field')}</TableCell>
              {changed ? <TableCell>{t('audit.before')}</TableCell> : null}
              <TableCell>{t(changed ? 'audit.after' : 'audit.value')}</TableCell>
            </TableRow>
          </TableHead>
          <TableBody>
            {fields.map((field) => (
              <TableRow
                key={field}
                sx={{ '& td': { overflowWrap: 'anywhere', verticalAlign: 'top', py: 0.75 } }}
              >
                <TableCell>
                  <Mono>{field}</Mono>
                </TableCell>
                {changed ? <TableCell>{shown(entry.before?.[field])}</TableCell> : null}
                <TableCell>{shown(entry.after?.[field])}</TableCell>
              </TableRow>
            ))}
          </TableBody>
        </Table>
      )}
    </DrawerPanel>
  );
}
