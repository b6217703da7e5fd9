import { type Duty, maxEscalationMinutes, type Role } from '@tessera/domain';
import { EventDetails } from '../../catalogue/events/events.dto';
import { SiteInput } from '../../catalogue/sites/sites.dto';
import type { WebhookFormat } from '../../messages/webhooks/webhook.entity';
import { webhookFormats } from '../../messages/webhooks/webhook.entity';
import { type WebhookTopic, webhookTopics } from '../../messages/webhooks/webhook-topics';
import { Duties } from '../../people/duties';
import { RealmInput } from '../../people/realms/realms.dto';
import { type UserStatus, userStatuses } from '../../platform/auth/user.entity';
import { Email } from '../../platform/http/email';
import { Bool, Enum, Int, Json, Text, Texts } from '../../platform/http/fields';
import { WebAddress } from '../../platform/http/text-fields';
import { TemplateDetails } from '../../work/templates/templates.dto';

/** The roles that a realm's people have: administrators are never in a file. */
const fileRoles = ['realm_user', 'realm_owner'] as const satisfies Role[];
export type FileRole = (typeof fileRoles)[number];

/** Longest list of a section. */
const MAX_ENTRIES = 5000;
/** Most sites or events of a webhook's filter. */
const MAX_FILTER = 100;

/** A realm is recognized by its name, ignoring case. */
export class RealmEntry extends RealmInput {
  @Int({ min: 1, max: maxEscalationMinutes, optional: true, nullable: true, description: 'Null: never' })
  escalation_minutes?: number | null;
}

/** A site is recognized by its name, else by its address. Fields that are left out stay as they are. */
export class SiteEntry extends SiteInput {}

/** An event is recognized by its site and guid. */
export class EventEntry extends EventDetails {
  @Text({ max: 2000, description: 'The name or address of its site' }) site: string;
  @Text({ max: 200 }) guid: string;
  @Text({ min: 1, max: 300, optional: true }) name?: string;
}

/** A person is recognized by their e-mail. Who has no account yet is invited. */
export class PersonEntry {
  @Email() email: string;
  @Enum(fileRoles, { optional: true }) role?: FileRole;
  @Duties({ optional: true }) duties?: Duty[];
  @Enum(userStatuses, { optional: true }) status?: UserStatus;
}

/** A template is recognized by its name. */
export class TemplateEntry extends TemplateDetails {
  @Text({ max: 200 }) name: string;
  @Text({ max: 2000, optional: true, description: 'The name or address of its site' }) site?: string;
  @Text({ max: 200, optional: true, nullable: true, description: 'The guid of an event of the site' })
  event?: string | null;
  @Text({ max: 200, optional: true, nullable: true, description: 'The name of a pool of the site' })
  pool?: string | null;
  @Texts({ max: 10_000, length: 320, optional: true, description: 'E-mails of logins, in order' })
  logins?: string[];
}

/** An event that a webhook's filter names. */
export class EventName {
  @Text({ max: 2000 }) site: string;
  @Text({ max: 200 }) guid: string;
}

/** A webhook is recognized by its name. */
export class WebhookEntry {
  @Text({ max: 200 }) name: string;
  @WebAddress({ optional: true }) url?: string;
  @Enum(webhookFormats, { optional: true }) format?: WebhookFormat;
  @Texts({ values: webhookTopics, max: webhookTopics.length, optional: true }) topics?: WebhookTopic[];
  @Json({ items: EventName, max: MAX_FILTER, optional: true }) events?: EventName[];
  @Texts({ max: MAX_FILTER, length: 2000, optional: true }) sites?: string[];
  @Bool({ optional: true }) enabled?: boolean;
}

/** A realm as a file describes it. A section or field that is left out isn't looked at. */
export class RealmFile {
  @Enum([1]) version: 1;
  @Json({ type: RealmEntry }) realm: RealmEntry;
  @Json({ items: SiteEntry, max: MAX_ENTRIES, optional: true }) sites?: SiteEntry[];
  @Json({ items: EventEntry, max: MAX_ENTRIES, optional: true }) events?: EventEntry[];
  @Json({ items: PersonEntry, max: MAX_ENTRIES, optional: true }) people?: PersonEntry[];
  @Json({ items: TemplateEntry, max: MAX_ENTRIES, optional: true }) templates?: TemplateEntry[];
  @Json({ items: WebhookEntry, max: MAX_ENTRIES, optional: true }) webhooks?: WebhookEntry[];
}
