import type { INestApplicationContext } from '@nestjs/common';
import type { Duty, Role } from '@tessera/domain';
import type { EventChange } from '../../catalogue/events/events.dto';
import { EventsService } from '../../catalogue/events/events.service';
import type { SiteInput } from '../../catalogue/sites/sites.dto';
import { SitesService } from '../../catalogue/sites/sites.service';
import { EscalationSettings } from '../../insight/escalations/escalation-settings.service';
import type { WebhookChange } from '../../messages/webhooks/webhooks.dto';
import { WebhooksService } from '../../messages/webhooks/webhooks.service';
import { InvitationsService } from '../../people/invitations/invitations.service';
import { RealmsService } from '../../people/realms/realms.service';
import type { UserChange } from '../../people/users/users.dto';
import { UsersService } from '../../people/users/users.service';
import type { Scope } from '../../platform/realm-scope/scope';
import type { TemplateChange } from '../../work/templates/templates.dto';
import { TemplatesService } from '../../work/templates/templates.service';
import type { KnownEvent, KnownSite } from './names';
import type { EventEntry, RealmEntry, TemplateEntry, WebhookEntry } from './realm-file.dto';
import type { NamedRow, TemplateRow } from './rows';

type Targets = {
  site: KnownSite;
  event: KnownEvent | null | undefined;
  pool: NamedRow | null | undefined;
  logins: NamedRow[] | undefined;
};
type Filter = { sites: KnownSite[] | undefined; events: KnownEvent[] | undefined };

/** What the services of the API do for the steps of a plan, in the transaction that is open around them. */
export class Work {
  /** What is shown once: links of invitations and secrets of webhooks. */
  readonly shownOnce: string[] = [];
  private readonly siteIds = new Map<KnownSite, number>();
  private readonly eventIds = new Map<KnownEvent, number>();

  constructor(
    private readonly app: INestApplicationContext,
    private readonly scope: Scope,
    private readonly origin: string,
    private realmId: number | null,
  ) {}

  async createRealm({ escalation_minutes, ...input }: RealmEntry): Promise<void> {
    this.realmId = (await this.get(RealmsService).create(this.scope, input)).row.id;
    await this.setEscalation(escalation_minutes);
  }

  async changeRealm(id: number, change: Partial<RealmEntry>, ifMatch: string): Promise<void> {
    const { escalation_minutes, ...rest } = change;
    if (Object.keys(rest).length > 0) await this.get(RealmsService).change(this.scope, id, rest, ifMatch);
    await this.setEscalation(escalation_minutes);
  }

  private async setEscalation(minutes: number | null | undefined): Promise<void> {
    if (minutes === undefined) return;
    await this.get(EscalationSettings).set(this.scope, { realm_id: this.realm, minutes });
  }

  async createSite(site: KnownSite, input: SiteInput): Promise<void> {
    this.siteIds.set(site, (await this.get(SitesService).create(this.scope, input)).row.id);
  }

  async replaceSite(id: number, input: SiteInput, ifMatch: string): Promise<void> {
    await this.get(SitesService).replace(this.scope, id, input, ifMatch);
  }

  async createEvent(event: KnownEvent, values: Omit<EventEntry, 'site'> & { name: string }): Promise<void> {
    const input = { ...values, site_id: this.siteId(event.site) };
    this.eventIds.set(event, (await this.get(EventsService).create(this.scope, input)).row.id);
  }

  async changeEvent(id: number, change: EventChange, ifMatch: string): Promise<void> {
    await this.get(EventsService).change(this.scope, id, change, ifMatch);
  }

  /** `moves`: they had no realm, and get this one. */
  async changePerson(
    id: number,
    change: UserChange,
    { moves }: { moves: boolean },
    ifMatch: string,
  ): Promise<void> {
    const joined = moves ? { ...change, realm_id: this.realm } : change;
    await this.get(UsersService).change(this.scope, id, joined, ifMatch);
  }

  removePerson(id: number, ifMatch: string): Promise<void> {
    return this.get(UsersService).remove(this.scope, id, ifMatch);
  }

  /** Invites a person in the name of the administrator who applies: an invitation counts while its maker may make it. */
  async invite({ email, role, duties }: { email: string; role: Role; duties: Duty[] }): Promise<void> {
    if (this.scope.actor.userId === null)
      throw new Error('who invites must be an enabled administrator: name their e-mail with --as');
    const input = { email, role, duties, realm_id: this.realm };
    const { row } = await this.get(InvitationsService).create(this.scope, input);
    const sent = row.mailed ? ' (also sent by mail)' : '';
    this.shownOnce.push(
      `invitation of ${email}${sent}: ${this.origin}/auth/register#invitation=${row.token}`,
    );
  }

  revokeInvitation(id: number): Promise<void> {
    return this.get(InvitationsService).revoke(this.scope, id, undefined);
  }

  async createTemplate(
    { site: _, event: __, pool: ___, logins: ____, ...details }: TemplateEntry,
    site: KnownSite,
    { event, pool, logins = [] }: Omit<Targets, 'site'>,
  ): Promise<void> {
    await this.get(TemplatesService).create(this.scope, {
      ...details,
      realm_id: this.realm,
      site_id: this.siteId(site),
      event_id: event ? this.eventId(event) : null,
      ...(pool ? { pool_id: pool.id } : { login_ids: logins.map(({ id }) => id) }),
    });
  }

  async changeTemplate(
    row: TemplateRow,
    { site: newSite, event: newEvent, pool: newPool, logins: newLogins, ...details }: Record<string, unknown>,
    { site, event, pool, logins }: Targets,
    ifMatch: string,
  ): Promise<void> {
    const change: TemplateChange = details;
    if (newSite !== undefined || newEvent !== undefined) {
      change.site_id = this.siteId(site);
      if (event !== undefined) change.event_id = event ? this.eventId(event) : null;
    }
    const isOfOtherSite = newSite !== undefined && (pool !== undefined || logins !== undefined);
    if (newPool !== undefined || newLogins !== undefined || isOfOtherSite) {
      if (pool) change.pool_id = pool.id;
      else if (logins && logins.length > 0) change.login_ids = logins.map(({ id }) => id);
      else Object.assign(change, { login_ids: [], pool_id: null });
    }
    await this.get(TemplatesService).change(this.scope, row.id, change, ifMatch);
  }

  removeTemplate(id: number, ifMatch: string): Promise<void> {
    return this.get(TemplatesService).remove(this.scope, id, ifMatch);
  }

  async createWebhook(
    {
      sites: _,
      events: __,
      ...values
    }: WebhookEntry & { url: string; topics: WebhookEntry['topics'] & object },
    filter: Filter,
  ): Promise<void> {
    const input = { ...values, ...this.filterOf(filter), realm_id: this.realm };
    const { row } = await this.get(WebhooksService).create(this.scope, input);
    this.shownOnce.push(`secret of the webhook ${JSON.stringify(row.name)}: ${row.secret}`);
  }

  async changeWebhook(
    id: number,
    { sites, events, ...values }: Record<string, unknown>,
    filter: Filter,
    ifMatch: string,
  ): Promise<void> {
    const change: WebhookChange = {
      ...values,
      ...this.filterOf({
        sites: sites === undefined ? undefined : filter.sites,
        events: events === undefined ? undefined : filter.events,
      }),
    };
    await this.get(WebhooksService).change(this.scope, id, change, ifMatch);
  }

  removeWebhook(id: number, ifMatch: string): Promise<void> {
    return this.get(WebhooksService).remove(this.scope, id, ifMatch);
  }

  private get<T>(service: abstract new (...args: never[]) => T): T {
    return this.app.get<T>(service, { strict: false });
  }

  private get realm(): number {
    if (this.realmId === null) throw new Error('The realm comes first');
    return this.realmId;
  }

  private siteId(site: KnownSite): number {
    const id = site.row?.id ?? this.siteIds.get(site);
    if (id === undefined) throw new Error('A site comes before what names it');
    return id;
  }

  private eventId(event: KnownEvent): number {
    const id = event.row?.id ?? this.eventIds.get(event);
    if (id === undefined) throw new Error('An event comes before what names it');
    return id;
  }

  private filterOf({ sites, events }: Filter): Pick<WebhookChange, 'site_ids' | 'event_ids'> {
    return {
      ...(sites && { site_ids: sites.map((site) => this.siteId(site)) }),
      ...(events && { event_ids: events.map((event) => this.eventId(event)) }),
    };
  }
}
