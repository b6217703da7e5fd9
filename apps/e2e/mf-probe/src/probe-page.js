import './probe.css';
import { createElement, useState } from 'react';
import { Page, PageHeader } from '@tessera/ui';
import { decide, version } from './behavior.js';
import mark from './mark.svg';

globalThis.probeRan = [...(globalThis.probeRan ?? []), `page ${version}`];

/** The module's page, with a style sheet, an image and a field. */
export function ProbePage() {
  const [note, setNote] = useState('');
  if (decide('throwsAtRender')) throw new Error('The probe throws while it is rendered');
  return createElement(
    Page,
    null,
    createElement(PageHeader, { title: `Probe ${version}` }),
    createElement('img', { src: mark, alt: 'Mark of the probe' }),
    createElement('p', { className: 'probe-note' }, 'Styled by the module'),
    createElement('input', {
      'aria-label': 'Note',
      value: note,
      onChange: ({ target }) => setNote(target.value),
    }),
  );
}
