import 'reflect-metadata';
import { runCommand } from './run';

/** `tessera <command>`: what operators run beside the servers. */
void runCommand(process.argv.slice(2), process.env).then((code) => process.exit(code));
