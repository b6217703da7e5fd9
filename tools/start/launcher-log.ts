import path from 'node:path';
import { logFile, logLine } from './log-lines.ts';

/** The launcher's own log: text in the terminal, where a person reads it, and JSON lines in `<data folder>/logs/launcher.log`. */
export class LauncherLog {
  private append: (line: string) => void = () => undefined;

  /** From now on lines are written to the data folder too. */
  open(dataDir: string): void {
    this.append = logFile(path.join(dataDir, 'logs'), 'launcher');
  }

  /** Writes a line that the terminal shows in another form. */
  writeMessage(msg: string): void {
    this.append(logLine('launcher', 'info', msg));
  }

  info = (msg: string): void => {
    console.log(msg);
    this.writeMessage(msg);
  };

  error = (msg: string): void => {
    console.error(msg);
    this.append(logLine('launcher', 'error', msg));
  };
}
