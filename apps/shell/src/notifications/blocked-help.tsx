import { Notice } from '@tessera/ui';
import type { PushAbility } from './browser-push';

/** Why notifications can't be turned on here, and what helps. */
export function BlockedHelp({ ability }: { ability: Exclude<PushAbility, 'ready'> }) {
  switch (ability) {
    case 'insecure':
      return (
        <Notice tone="warning" title="Not over this connection">
          Browsers notify on secure pages alone: open the console at its https address, or at localhost.
        </Notice>
      );
    case 'unsupported':
      return (
        <Notice tone="info" title="Not in this browser">
          This browser has no web push. Current Chrome, Edge, Firefox and Safari have; on an iPhone or iPad,
          add the console to the home screen first. Private windows have none.
        </Notice>
      );
    case 'blocked':
      return (
        <Notice tone="warning" title="The browser blocks notifications of this site">
          It doesn’t ask again by itself. Open the site’s settings with the icon at the left of the address,
          set Notifications to Allow, and load this page anew. When nothing arrives even then, look whether
          the system silences the browser (do not disturb, focus).
        </Notice>
      );
  }
}
