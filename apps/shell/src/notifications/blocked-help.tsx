import { Alert } from '@tessera/ui';
import { useTexts } from '../texts';
import type { PushAbility } from './browser-push';

/** Explains why notifications can't be turned on here, and what the user can do. */
export function BlockedHelp({ ability }: { ability: Exclude<PushAbility, 'ready'> }) {
  const t = useTexts();
  return (
    <Alert tone={ability === 'unsupported' ? 'info' : 'warning'} title={t(`device.${ability}`)}>
      {t(`device.${ability}Help`)}
    </Alert>
  );
}
