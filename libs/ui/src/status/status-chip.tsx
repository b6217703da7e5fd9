import { memo } from 'react';
import { text } from '../texts';
import { useLanguage } from '../texts/catalogue';
import { glyphClass } from './glyphs/stub-glyphs';
import { stateLook, type StateKind } from './states';
import { Stub } from './stub';

export interface StatusChipProps {
  /** What it is a state of: task, job, ticket, hold, link, module, plan, login, event, account. */
  of: StateKind;
  /** The wire's value, for example `waiting_room` or `ACTIVE`. */
  state: string;
  /** Puts the pause stub in front: "Paused · Queued". */
  paused?: boolean;
  /** Replaces the state's own word, for a place where another one reads better. */
  word?: string;
}

const pauseStub = <span className={`pause ${glyphClass('pause')}`} aria-hidden />;

/** The state of a thing as a ticket stub with icon and word, never colour alone. */
export const StatusChip = memo(function StatusChip({ of, state, paused = false, word }: StatusChipProps) {
  useLanguage();
  const look = stateLook(of, state);
  const said = word ?? look.word;
  return (
    <Stub icon={look.icon} hue={look.hue} form={look.form} before={paused ? pauseStub : undefined}>
      {paused ? text('pausedState', { state: said }) : said}
    </Stub>
  );
});
