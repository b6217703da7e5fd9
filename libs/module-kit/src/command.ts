import { parseArgs, type ParseArgsConfig } from 'node:util';
import { usageError } from './failure.ts';
import type { Report } from './report.ts';

type Options = NonNullable<ParseArgsConfig['options']>;

/** What the process gives to a command. */
export interface Context {
  env: NodeJS.ProcessEnv;
  /** Relative paths are resolved against this folder. */
  cwd: string;
  report: Report;
  /** The pauses before a failed request is sent again, in ms; the connection's own if left out. */
  pauses?: readonly number[];
}

type Parsed<O extends Options> = ReturnType<
  typeof parseArgs<{ options: O; allowPositionals: true; strict: true }>
>;

/** A command's arguments, parsed, and its context. */
export type Input<O extends Options> = Context & {
  values: Parsed<O>['values'];
  positionals: string[];
};

interface Definition<O extends Options> {
  /** What follows the command's name, e.g. `<dist> --to URL`. */
  usage: string;
  /** Its options and what they do, a line each, as `--help` prints them. */
  help?: readonly string[];
  options: O;
  /** How many positional arguments it takes, at least and at most. */
  positionals: readonly [least: number, most: number];
  /** Does the work, reports steps, and returns the result that `--json` prints. */
  run: (input: Input<O>) => Promise<object>;
}

/** A command of the program; each is a file in `commands/`, whose default export it is. */
export interface Command {
  usage: string;
  help: readonly string[];
  /** Runs with the arguments behind the command's name. */
  run: (args: string[], context: Context) => Promise<object>;
}

/** Makes a command of its options and its work. */
export function defineCommand<const O extends Options>(definition: Definition<O>): Command {
  const { usage, help = [], options, run } = definition;
  return {
    usage,
    help,
    run: async (args, context) => {
      const { values, positionals } = parse(args, options);
      const [least, most] = definition.positionals;
      if (positionals.length < least) {
        // The arguments are the first words of the usage.
        const missing = usage.split(' ')[positionals.length];
        throw usageError(`The argument ${missing} is missing`);
      }
      if (positionals.length > most) throw usageError(`There is an argument too many: ${positionals[most]}`);
      return run({ ...context, values, positionals });
    },
  };
}

function parse<O extends Options>(args: string[], options: O): Parsed<O> {
  try {
    return parseArgs({ args, options, allowPositionals: true, strict: true });
  } catch (error) {
    // Its messages name the option, with advice about `--` after the first sentence.
    const [message = ''] = (error as Error).message.split('. ');
    throw usageError(message);
  }
}
