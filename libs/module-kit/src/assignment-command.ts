import type { Context } from './command.ts';
import { connect } from './server/options.ts';
import { describeAssignments, type PublishedModule } from './server/publishing.ts';

interface Assignment {
  /** The module's name. */
  name: string;
  action: 'promote' | 'canary' | 'rollback' | 'disable' | 'enable';
  body: object;
  /** Whether doing it twice has the effect of doing it once. */
  repeatable: boolean;
}

/** Changes who gets which release, and reports who gets what from then on. */
export async function assign(
  { name, action, body, repeatable }: Assignment,
  options: { to?: string; 'token-file'?: string },
  context: Context,
): Promise<PublishedModule> {
  const connection = await connect(options, context);
  return context.report.step(describeAssignments, () =>
    connection.send<PublishedModule>({
      method: 'POST',
      path: `/api/publishing/modules/${encodeURIComponent(name)}/${action}`,
      json: body,
      repeatable,
    }),
  );
}
