import { Check, CircleHelp, CircleX, Hourglass, Undo2 } from 'lucide-react';
import type { ApprovalDto } from '@tessera/api';
import { type BadgeVariant, formatMoney, type Hue, StatusBadge } from '@tessera/ui';
import { type TasksTexts, useTexts } from '../../texts';

const appearance = {
  pending: { icon: CircleHelp, hue: 'ochre', variant: 'solid' },
  approved: { icon: Check, hue: 'verdigris', variant: 'open' },
  declined: { icon: CircleX, hue: 'cinnabar', variant: 'open' },
  withdrawn: { icon: Undo2, hue: 'stone', variant: 'open' },
  expired: { icon: Hourglass, hue: 'stone', variant: 'open' },
} as const satisfies Record<ApprovalDto['status'], { icon: typeof Check; hue: Hue; variant: BadgeVariant }>;

/** Whether a request waits for a decision, or what became of it. */
export function ApprovalState({ status }: Pick<ApprovalDto, 'status'>) {
  const t = useTexts();
  return <StatusBadge {...appearance[status]}>{t(`approvals.statuses.${status}`)}</StatusBadge>;
}

/** The requested budget; of a launch null is a sum that isn't known, else the removal of the budget. */
export function askedText(t: TasksTexts, { kind, asked, currency }: ApprovalDto): string {
  if (asked !== null) return formatMoney(asked, currency);
  return kind === 'launch' ? t('approvals.unknownSum') : t('approvals.noBudget');
}
