import type { Client, Connection, FieldDef, Submittable } from 'pg';

/** A statement's columns, or why PostgreSQL rejects it. */
export type Described =
  { columns: readonly Pick<FieldDef, 'name' | 'dataTypeID'>[] } | { error: Error & { code?: string } };

/** A parameter whose type PostgreSQL can't tell is a text; see `describeStatement`. */
const UNTOLD = '42P18';
const TEXT = '25';

/**
 * Asks PostgreSQL for a statement's columns without running it. pg documents that `query` takes objects of one's own,
 * but not which of their methods it calls: `describe-internals.spec.ts` notices when that changes.
 */
class Description implements Submittable {
  private columns: FieldDef[] = [];

  constructor(
    private readonly text: string,
    private readonly types: string[],
    private readonly done: (described: Described) => void,
  ) {}

  submit(connection: Connection): void {
    connection.parse({ name: '', text: this.text, types: this.types }, true);
    connection.describe({ type: 'S', name: '' }, true);
    connection.sync();
  }

  handleRowDescription({ fields }: { fields: FieldDef[] }): void {
    this.columns = fields;
  }

  handleError(error: Error): void {
    this.done({ error });
  }

  handleReadyForQuery(): void {
    this.done({ columns: this.columns });
  }

  handleParseComplete(): void {
    // Nothing to do until the description follows.
  }
}

/** Describes a statement. Of one whose condition was left out PostgreSQL can't tell the types of all parameters. */
export async function describeStatement(client: Client, text: string): Promise<Described> {
  const types: string[] = [];
  for (;;) {
    const described = await new Promise<Described>((resolve) => {
      client.query(new Description(text, [...types], resolve));
    });
    if (!('error' in described) || described.error.code !== UNTOLD) return described;
    const parameter = Number(/\$(\d+)/.exec(described.error.message)?.[1]);
    if (!parameter || types[parameter - 1] === TEXT) return described;
    for (let index = types.length; index < parameter; index += 1) types.push('0');
    types[parameter - 1] = TEXT;
  }
}
