import type { Translation } from '@tessera/ui';
import type { en as english } from './en';

const de: Translation<typeof english> = {
  region: 'Ansicht als {{name}}',
  title: 'Sie sehen die Konsole als {{name}}',
  readOnly: 'Nichts kann geändert werden.',
  minutes_one: 'noch {{count}} Minute',
  minutes_other: 'noch {{count}} Minuten',
  reason: 'Grund: {{reason}}',
  begun: 'Sie sehen die Konsole als {{name}}. Nichts kann geändert werden.',
  endedTitle: 'Die Ansicht als {{name}} ist vorbei',
  endedText: 'Bis Sie sie beenden, wird nichts mehr angezeigt oder geändert.',
  end: 'Ansicht beenden',
};

export default de;
