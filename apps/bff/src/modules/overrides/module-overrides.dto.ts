import { Text } from '../../platform/http/fields';

/** Body of `PUT /modules/overrides/{name}`. */
export class ModuleOverride {
  @Text({
    max: 100,
    description: 'http origin of the machine of the browser',
    example: 'http://localhost:4205',
  })
  origin: string;
}
