import { writeFileSync } from 'node:fs';
import { settingsPage } from './platform/config/settings-page';

/** Writes docs/operate/settings.md to the file named on the command line, else to stdout. */
const [file] = process.argv.slice(2);
if (file) writeFileSync(file, settingsPage());
else process.stdout.write(settingsPage());
