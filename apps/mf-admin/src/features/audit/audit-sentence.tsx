import type { AuditDto } from '@tessera/api';
import { InterpolatedText } from '@tessera/ui';
import { Box, Link } from '@tessera/ui/mui';
import { Link as RouterLink } from '@tessera/federation/router';
import { useTexts } from '../../texts';
import { actorOf, pathOf, sentence, thingOf } from './audit-words';

interface AuditSentenceProps {
  entry: AuditDto;
  /** In a list Tab leaves the table instead of stopping at the link of every row; the entry's panel has the link too. */
  inRow?: boolean;
}

/** An entry as a sentence: who did what, to what, which is a link where a page shows it. */
export function AuditSentence({ entry, inRow = false }: AuditSentenceProps) {
  const t = useTexts();
  const path = pathOf(entry);
  const thing = thingOf(entry);
  const actor = (
    <Box component="b" sx={{ fontWeight: 550 }} title={entry.who}>
      {actorOf(entry)}
    </Box>
  );
  return (
    <InterpolatedText
      text={(parts) => sentence(t, entry, parts)}
      elements={{
        actor,
        thing: path ? (
          <Link
            component={RouterLink}
            to={path}
            onClick={(event) => event.stopPropagation()}
            {...(inRow && { tabIndex: -1 })}
          >
            {thing}
          </Link>
        ) : (
          thing
        ),
      }}
    />
  );
}
