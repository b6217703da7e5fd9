import type { KeyObject } from 'node:crypto';

/**
 * A key as the callback of `secretOrKeyProvider` takes it. passport-jwt hands it to jsonwebtoken, which takes KeyObjects,
 * but its types name strings and buffers alone. Of those jsonwebtoken makes a key for every request, at fifty times the
 * cost. `passport-jwt-internals.spec.ts` fails when an update of passport-jwt changes it.
 */
export const providedKey = (key: KeyObject): string => key as unknown as string;
