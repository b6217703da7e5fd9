import { Json, Text } from '../../platform/http/fields';
import { ModuleNav, ModuleRoute } from './modules.dto';

/** The module.json of a remote's build. */
export class ModuleFile {
  @Text({ max: 50 }) name: string;
  @Text({ max: 100 }) title: string;
  @Text({ max: 100 }) version: string;
  @Text({ max: 200 }) integrity: string;
  @Json({ items: ModuleRoute }) routes: ModuleRoute[];
  @Json({ items: ModuleNav }) nav: ModuleNav[];
}
