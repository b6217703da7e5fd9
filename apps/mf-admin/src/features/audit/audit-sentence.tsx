import type { AuditDto } from '@tessera/api';
import { Link as RouterLink } from '@tessera/federation/router';
import { InterpolatedText } from '@tessera/ui';
import { Box, Link } from '@tessera/ui/mui';
import { useTexts } from '../../texts';
import { actorName, formatSentence, objectName, objectPath } from './audit-text';

interface AuditSentenceProps {
  entry: AuditDto;
  /** Removes the link from the tab order: a link per row would trap keyboard users. The drawer has the link too. */
  inRow?: boolean;
}

/** An entry as a sentence. The object is a link where a page shows it. */
export function AuditSentence({ entry, inRow = false }: AuditSentenceProps) {
  const t = useTexts();
  const path = objectPath(entry);
  const object = objectName(entry);
  const actor = (
    <Box component="b" sx={{ fontWeight: 550 }} title={entry.who}>
      {actorName(entry)}
    </Box>
  );
  return (
    <InterpolatedText
      text={(parts) => formatSentence(t, entry, parts)}
      elements={{
        actor,
        object: path ? (
          <Link
            underline="always"
            component={RouterLink}
            to={path}
            onClick={(event) => event.stopPropagation()}
            tabIndex={inRow ? -1 : undefined}
          >
            {object}
          </Link>
        ) : (
          object
        ),
      }}
    />
  );
}
