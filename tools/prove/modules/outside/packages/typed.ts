// Each line with an error has one only where the types are there: `any` would accept it.
import { getSession, type TaskDto } from '@tessera/api';
import { can } from '@tessera/domain';
import { shellContract, signedText } from '@tessera/domain/module-release';
import type { RemoteDefinition } from '@tessera/federation';
import { matchPath } from '@tessera/federation/router';
import { StatusChip } from '@tessera/ui';
import type { Theme } from '@tessera/ui/mui';

export const isAllowed: boolean = can(['read:own'], 'read');
export const signed: string = signedText(shellContract);
export const line = (theme: Theme): string => theme.vars.palette.line.main;

// @ts-expect-error There is no such action.
can(['read:own'], 'fly');
// @ts-expect-error It is a text.
export const version: number = shellContract;
// @ts-expect-error There may be no session.
getSession().user;
// @ts-expect-error A task has no such field.
export const wingsOf = (task: TaskDto) => task.wings;
// @ts-expect-error The kind of state is missing.
export const chip = StatusChip({ state: 'queued' });
// @ts-expect-error The pages are missing.
export const remote: RemoteDefinition = { name: 'mf-gates' };
// @ts-expect-error It is an object or null.
export const match: string = matchPath('/a', '/a');
// @ts-expect-error The palette has no such colour.
export const colour = (theme: Theme): string => theme.vars.palette.plaid;
