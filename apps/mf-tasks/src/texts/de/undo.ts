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
  left_one: '{{count, number}} Aufgabe hatte sich inzwischen geändert und blieb, wie sie war',
  left_other: '{{count, number}} Aufgaben hatten sich inzwischen geändert und blieben, wie sie waren',
};
