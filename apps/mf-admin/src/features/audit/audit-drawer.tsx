import type { AuditDto } from '@tessera/api';
import { EmptyState, Instant } from '@tessera/ui';
import { Box, Table, TableBody, TableCell, TableHead, TableRow } from '@tessera/ui/mui';
import { DescriptionList, DrawerPanel } from '@tessera/ui/panels';
import { useTexts } from '../../texts';
import { MonoText, roleLabel } from './audit-columns';
import { AuditSentence } from './audit-sentence';
import { actionLabel, formatPlainSentence, hasChanges, objectName } from './audit-text';

function formatValue(value: unknown): string {
  if (value === undefined || value === null) return '–';
  if (Array.isArray(value) && value.length > 0) return value.map(formatValue).join(', ');
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** The action's label and its name in the API. */
function Action({ entry: { action } }: { entry: AuditDto }) {
  const t = useTexts();
  return (
    <>
      {actionLabel(t, action)} <MonoText>{action}</MonoText>
    </>
  );
}

/** An audit entry with its actor, address and the fields before and after. The server never records secrets. */
export function AuditDrawer({ entry, onClose }: { entry: AuditDto; onClose: () => void }) {
  const t = useTexts();
  const who = entry.actor_name === entry.who ? entry.who : `${entry.actor_name} (${entry.who})`;
  const fields = [...new Set([...Object.keys(entry.before ?? {}), ...Object.keys(entry.after ?? {})])];
  const changed = hasChanges(entry);
  const title = changed ? t('audit.changes') : fields.length > 0 ? t('audit.details') : undefined;
  return (
    <DrawerPanel title={formatPlainSentence(t, entry)} onClose={onClose} readOnly>
      <Box sx={{ mb: 1, overflowWrap: 'anywhere' }}>
        <AuditSentence entry={entry} />
      </Box>
      <DescriptionList
        items={[
          { term: t('audit.time'), value: <Instant value={entry.at} style="date-time-seconds" /> },
          { term: t('audit.who'), value: who },
          { term: t('audit.action'), value: <Action entry={entry} /> },
          { term: t('audit.object'), value: objectName(entry) || null },
          { term: t('audit.role'), value: roleLabel(t, entry) },
          { term: t('words.realm'), value: entry.realm_name ?? t('words.noRealm') },
          ...(entry.rehearsal_id === null
            ? []
            : [{ term: t('audit.entities.rehearsal'), value: `#${entry.rehearsal_id}` }]),
          { term: t('audit.ipAddress'), value: entry.address && <MonoText>{entry.address}</MonoText> },
          { term: t('audit.session'), value: entry.session_id && <MonoText>{entry.session_id}</MonoText> },
          { term: t('audit.request'), value: entry.request_id && <MonoText>{entry.request_id}</MonoText> },
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
                  <MonoText>{field}</MonoText>
                </TableCell>
                {changed ? <TableCell>{formatValue(entry.before?.[field])}</TableCell> : null}
                <TableCell>{formatValue(entry.after?.[field])}</TableCell>
              </TableRow>
            ))}
          </TableBody>
        </Table>
      )}
    </DrawerPanel>
  );
}
