import type { Role } from '../permissions';

/** Whether a realm is read-only for somebody: it is suspended, and they are no administrator. */
export const isReadOnly = (role: Role, suspended: boolean): boolean => suspended && role !== 'admin';
