import type { Translation } from '@tessera/ui';
import type { en } from './en';

const de: Translation<typeof en> = {
  bulk: {
    start: '{{tasks}} Aufgaben werden gestartet',
    stop: '{{tasks}} Aufgaben werden angehalten',
    pause: '{{tasks}} Aufgaben werden pausiert',
    resume: '{{tasks}} Aufgaben werden fortgesetzt',
    delete: '{{tasks}} Aufgaben werden gelöscht',
    waiting: 'Es geht weiter, auch wenn Sie diese Seite schließen.',
    leftAlone_one: '{{count}} Aufgabe blieb, wie sie war',
    leftAlone_other: '{{count}} Aufgaben blieben, wie sie waren',
    reason: '{{number}} × {{reason}}',
    task: 'Aufgabe {{id}}',
    more_one: 'und {{count}} weitere',
    more_other: 'und {{count}} weitere',
    unreadable: 'Der Stand war nicht zu lesen: {{reason}}',
    deleted_one: '{{count}} Aufgabe gelöscht',
    deleted_other: '{{count}} Aufgaben gelöscht',
    undo: 'Rückgängig',
  },
  place: {
    history: 'Verlauf',
    unreadable: 'Der Verlauf war nicht zu lesen.',
    earlier_one: 'und {{count}} früherer Schritt',
    earlier_other: 'und {{count}} frühere Schritte',
  },
  jobs: { allTasks_one: 'Die {{count}} Aufgabe', allTasks_other: 'Alle {{count, number}} Aufgaben' },
};

export default de;
