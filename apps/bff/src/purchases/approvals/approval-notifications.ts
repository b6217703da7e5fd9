import type { NotificationDraft } from '../../messages';
import type { ApprovalDto } from './approvals.dto';

const concernsOf = ({ event_id, job_id }: ApprovalDto) => ({ event_id, job_id });

/** The people of the realm who may decide it. */
export const toApprovers = (request: ApprovalDto): NotificationDraft => ({
  topic: 'approvals',
  realm_id: request.realm_id,
  duty: 'approve',
  ...(request.asked_by !== null && { except_user_id: request.asked_by }),
  kind: 'approval_asked',
  subject: request.name,
  params: { name: request.name, who: request.asked_who, reason: request.reason },
  concerns: concernsOf(request),
  path: `/approvals/${request.id}`,
});

/** The person who asked, and the webhooks of the realm. */
export const toAsker = (request: ApprovalDto): NotificationDraft[] =>
  request.asked_by === null
    ? []
    : [
        {
          topic: 'approvals',
          realm_id: request.realm_id,
          user_id: request.asked_by,
          forWebhooks: true,
          kind: kindOf(request),
          subject: request.name,
          params: {
            name: request.name,
            who: request.decided_who ?? '',
            said: request.answer ? `: ${request.answer}` : '',
          },
          concerns: concernsOf(request),
          path: `/approvals/${request.id}`,
        },
      ];

/** The person who asked, if they are an administrator, who is of no realm. */
export const toAdministrator = (request: ApprovalDto): NotificationDraft[] =>
  toAsker(request).map((draft) => ({
    ...draft,
    realm_id: null,
    administratorsOnly: true,
    forWebhooks: false,
  }));

const kindOf = ({ status }: ApprovalDto) =>
  status === 'approved'
    ? 'approval_granted'
    : status === 'declined'
      ? 'approval_declined'
      : 'approval_expired';
