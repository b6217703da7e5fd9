import type { KeyObject } from 'node:crypto';

/**
 * A key for the callback of `secretOrKeyProvider`. passport-jwt passes it on to jsonwebtoken, which accepts KeyObjects,
 * but the types of passport-jwt name only strings and buffers; jsonwebtoken turns those into a KeyObject for every
 * request, at fifty times the cost. `passport-jwt-internals.spec.ts` fails when an update changes this.
 */
export const providedKey = (key: KeyObject): string => key as unknown as string;
