import type { Translation } from '@tessera/ui';
import type { undo as english } from '../en/undo';

export const undo: Translation<typeof english> = {
  done: {
    restore: '{{tasks}} wiederhergestellt',
    start: '{{tasks}} wieder gestartet',
    stop: '{{tasks}} wieder angehalten',
    pause: '{{tasks}} wieder pausiert',
    resume: '{{tasks}} fortgesetzt',
  },
  skipped_one: '{{count, number}} Aufgabe hatte sich inzwischen geändert und wurde übersprungen',
  skipped_other: '{{count, number}} Aufgaben hatten sich inzwischen geändert und wurden übersprungen',
};
