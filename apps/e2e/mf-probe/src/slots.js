// What the probe fills places of other pages with; module.json declares them where a test asks for it.
import { createElement, useEffect, useState } from 'react';
import { Panel } from '@tessera/ui';
import { decide, version } from './behavior.js';
import { keepNote, readNote } from './notes.js';

const never = () => new Promise(() => undefined);

function Tab({ id }) {
  if (decide('tabThrows')) throw new Error('The tab throws while it is rendered');
  const [note, setNote] = useState('');
  useEffect(() => void readNote(id).then(setNote), [id]);
  const keep = () => void keepNote(id, 'two aisle seats').then(setNote);
  return createElement(
    'div',
    null,
    createElement('p', null, `Probe ${version} of task ${id}`),
    createElement('p', null, `Its note: ${note}`),
    createElement('button', { type: 'button', onClick: keep }, 'Keep a note'),
  );
}

function Card() {
  if (decide('cardThrows')) throw new Error('The card throws while it is rendered');
  return createElement(Panel, { title: 'Probe card', padded: true }, `Probe ${version}`);
}

async function loadNotes(ids) {
  globalThis.probeLoads = [...(globalThis.probeLoads ?? []), ids];
  const text = decide('columnIsHuge') ? 'x'.repeat(1_000_000) : 'note';
  return new Map(ids.map((id) => [id, { text: `${text} ${id}`, tone: 'warning' }]));
}

function check({ tasks }) {
  if (decide('checkHangs')) return never();
  const seats = tasks.reduce((sum, task) => sum + task.seats, 0);
  const verdict = decide('checkBlocks') ? 'blocked' : 'ok';
  return Promise.resolve({ verdict, reason: `${seats} seats were checked` });
}

export const slots = {
  tab: { place: 'task.tab', load: () => (decide('tabHangs') ? never() : Promise.resolve(Tab)) },
  card: { place: 'dashboard.card', load: () => Promise.resolve(Card) },
  notes: { place: 'tasks.column', load: () => Promise.resolve(loadNotes) },
  check: { place: 'launch.check', load: () => Promise.resolve(check) },
};
