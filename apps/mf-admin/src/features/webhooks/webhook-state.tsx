import { Check, Clock, Pause, TriangleAlert } from 'lucide-react';
import type { WebhookDeliveryDto, WebhookDto } from '@tessera/api';
import { type BadgeVariant, type Hue, StatusBadge } from '@tessera/ui';
import { useTexts } from '../../texts';

type Appearance = { icon: typeof Check; hue: Hue; variant: BadgeVariant };

const states = {
  waiting: { icon: Clock, hue: 'lapis', variant: 'open' },
  delivered: { icon: Check, hue: 'verdigris', variant: 'open' },
  dead: { icon: TriangleAlert, hue: 'ochre', variant: 'solid' },
} as const satisfies Record<WebhookDeliveryDto['state'], Appearance>;

/** The state of a message. */
export function DeliveryState({ state }: Pick<WebhookDeliveryDto, 'state'>) {
  const t = useTexts();
  return <StatusBadge {...states[state]}>{t(`webhooks.states.${state}`)}</StatusBadge>;
}

/** Whether a webhook's messages arrive. */
export function WebhookState({ webhook: { enabled, failures, dead } }: { webhook: WebhookDto }) {
  const t = useTexts();
  if (!enabled)
    return (
      <StatusBadge icon={Pause} hue="stone" variant="open">
        {t('webhooks.disabled')}
      </StatusBadge>
    );
  if (failures > 0 || dead > 0)
    return (
      <StatusBadge icon={TriangleAlert} hue="ochre" variant={failures > 0 ? 'solid' : 'open'}>
        {failures > 0 ? t('webhooks.failing') : t('webhooks.deadCount', { count: dead })}
      </StatusBadge>
    );
  return (
    <StatusBadge icon={Check} hue="verdigris" variant="open">
      {t('words.active')}
    </StatusBadge>
  );
}
