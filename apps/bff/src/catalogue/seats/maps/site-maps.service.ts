import { Injectable } from '@nestjs/common';
import { audit } from '../../../platform/audit/audit';
import { Transactions, type Tx } from '../../../platform/database/transactions';
import { invalid, notFound } from '../../../platform/errors/api-error';
import { checkIfMatch, type VersionedRow } from '../../../platform/http/versions';
import type { Scope } from '../../../platform/realm-scope/scope';
import { compareLabels } from '../adjacency';
import { areaKey } from '../area-names';
import { type DrawnArea, type SanitizedSvg, sanitizeSvg, UnusableSvg } from './sanitize-svg';
import type { SiteMapDto, SiteMapInput, SiteMapPreviewDto } from './site-maps.dto';
import { SiteMapsRepository, type StoredMap } from './site-maps.repository';

/** @throws 400 VALIDATION that says why the drawing can't be used */
function sanitize({ svg }: SiteMapInput): SanitizedSvg {
  try {
    return sanitizeSvg(svg);
  } catch (error) {
    if (!(error instanceof UnusableSvg)) throw error;
    throw invalid([{ field: 'svg', message: `svg ${error.message}`, code: error.code }]);
  }
}

/** Maps of sites, which administrators upload and everybody sees. */
@Injectable()
export class SiteMapsService {
  constructor(
    private readonly transactions: Transactions,
    private readonly maps: SiteMapsRepository,
  ) {}

  /** @throws 404 for a site that isn't there */
  list(scope: Scope, siteId: number): Promise<SiteMapDto[]> {
    return this.transactions.read(scope, async (tx) => {
      await this.maps.checkSite(tx, siteId);
      const maps: SiteMapDto[] = [];
      for (const map of await this.maps.listMaps(tx, siteId)) maps.push(await this.withMatches(tx, map));
      return maps;
    });
  }

  /** The sanitized drawing. @throws 404 without such a map */
  readSvg(scope: Scope, siteId: number, eventId: number | null): Promise<string> {
    return this.transactions.read(scope, (tx) => this.maps.readSvg(tx, siteId, eventId));
  }

  /** What an upload would be. @throws 404 for the site, 400 for a drawing that can't be used or an event of another site */
  preview(scope: Scope, siteId: number, input: SiteMapInput): Promise<SiteMapPreviewDto> {
    const { svg, areas, removed } = sanitize(input);
    return this.transactions.read(scope, async (tx) => {
      await this.maps.checkSite(tx, siteId);
      await this.checkEvent(tx, siteId, input.event_id ?? null);
      const names = await this.maps.findAreaNames(tx, siteId, input.event_id ?? null);
      return { svg, removed, ...matchAreas(names, areas) };
    });
  }

  /** Stores or replaces a map. Rejected as `preview`, and with 412 when `If-Match` names another version. */
  put(
    scope: Scope,
    siteId: number,
    input: SiteMapInput,
    ifMatch: string | undefined,
  ): Promise<VersionedRow<SiteMapDto>> {
    const drawing = sanitize(input);
    const event_id = input.event_id ?? null;
    return this.transactions.run(scope, async (tx) => {
      await this.maps.lockSite(tx, siteId);
      await this.checkEvent(tx, siteId, event_id);
      const before = await this.maps.findMap(tx, siteId, event_id);
      if (before) {
        checkIfMatch(ifMatch, before, await this.withMatches(tx, before));
        await this.maps.updateMap(tx, before.id, drawing);
      } else await this.maps.insertMap(tx, { site_id: siteId, event_id, ...drawing });
      const after = await this.getMap(tx, siteId, event_id);
      await auditMap(tx, 'site.map', before, after);
      return { version: after.version, row: await this.withMatches(tx, after) };
    });
  }

  /** @throws 404 without such a map, 412 when `If-Match` names another version */
  remove(scope: Scope, siteId: number, eventId: number | null, ifMatch: string | undefined): Promise<void> {
    return this.transactions.run(scope, async (tx) => {
      await this.maps.lockSite(tx, siteId);
      const map = await this.getMap(tx, siteId, eventId);
      checkIfMatch(ifMatch, map, await this.withMatches(tx, map));
      await this.maps.delete(tx, map.id);
      await auditMap(tx, 'site.map_delete', map, undefined);
    });
  }

  private async getMap(tx: Tx, siteId: number, eventId: number | null): Promise<StoredMap> {
    const map = await this.maps.findMap(tx, siteId, eventId);
    if (!map) throw notFound('Map');
    return map;
  }

  private async checkEvent(tx: Tx, siteId: number, eventId: number | null): Promise<void> {
    if (eventId === null || (await this.maps.isEventOf(tx, siteId, eventId))) return;
    throw invalid([
      { field: 'event_id', message: 'event_id must be an event of the site', code: 'OTHER_SITE' },
    ]);
  }

  private async withMatches(tx: Tx, { areas, ...map }: StoredMap): Promise<SiteMapDto> {
    const names = await this.maps.findAreaNames(tx, map.site_id, map.event_id);
    return { ...map, ...matchAreas(names, areas) };
  }
}

const auditedMap = (map: StoredMap | undefined) =>
  map ? { event_id: map.event_id, map_version: map.version, drawn_areas: map.areas.length } : null;

const auditMap = (
  tx: Tx,
  action: 'site.map' | 'site.map_delete',
  before: StoredMap | undefined,
  after: StoredMap | undefined,
): Promise<void> =>
  audit(tx, {
    action,
    entity: 'site',
    entity_id: (after ?? before)?.site_id ?? null,
    realm_id: null,
    before: auditedMap(before),
    after: auditedMap(after),
  });

/** Which of a site's areas a drawing shows, by their keys. */
function matchAreas(
  names: readonly string[],
  drawn: readonly DrawnArea[],
): { matched: string[]; missing: string[]; unknown: string[] } {
  const shown = new Set(drawn.map(({ key }) => key));
  const known = new Set(names.map(areaKey));
  const sorted = [...names].sort(compareLabels);
  return {
    matched: sorted.filter((name) => shown.has(areaKey(name))),
    missing: sorted.filter((name) => !shown.has(areaKey(name))),
    unknown: drawn
      .filter(({ key }) => !known.has(key))
      .map(({ name }) => name)
      .sort(compareLabels)
      .slice(0, 1000),
  };
}
