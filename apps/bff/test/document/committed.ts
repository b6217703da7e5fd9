import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { OpenAPIObject } from '@nestjs/swagger';

const file = path.resolve(__dirname, '../../../../libs/api/openapi.json');
let read: OpenAPIObject | undefined;

/** The OpenAPI document as it is committed, which `npm run contract` makes; read once. */
export const committedDocument = (): OpenAPIObject =>
  (read ??= JSON.parse(readFileSync(file, 'utf8')) as OpenAPIObject);
