import 'reflect-metadata';
import { migrateCommand } from './operate/migrate';
import { createProgramLogger } from './platform/logging/logging';

/** `tessera migrate`, under the name that deployments had before there was `tessera`. */
migrateCommand.run([], process.env).then(
  (code) => process.exit(code),
  (error: unknown) => {
    createProgramLogger('migrate', 'stderr').fatal(`Configuration: ${(error as Error).message}`);
    process.exit(78);
  },
);
