import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

/** What a site's config holds. Paths, scripts and queue domain are stored, never run. */
export type SiteConfigData = {
  price_type_adult: string;
  price_levels: Record<string, unknown>;
  areas: string[];
  area_first_run: boolean;
  ticket_url: string;
  queueit_domain: string;
  login_type: string;
  user_xpath: string;
  pass_xpath: string;
  button_xpath: string;
  login_js: string;
  use_price_levels: boolean;
};

/** The config of a site that says nothing. */
export const defaultSiteConfig: SiteConfigData = {
  price_type_adult: '',
  price_levels: {},
  areas: [],
  area_first_run: false,
  ticket_url: '',
  queueit_domain: '',
  login_type: '',
  user_xpath: '',
  pass_xpath: '',
  button_xpath: '',
  login_js: '',
  use_price_levels: false,
};

/** A ticketing site, shared by all realms. */
@Entity('sites')
export class Site {
  @PrimaryGeneratedColumn('identity', { generatedIdentity: 'ALWAYS' }) id: number;
  @Column({ type: 'text' }) name: string;
  @Column({ type: 'text' }) url: string;
  @Column({ type: 'text' }) display_name: string;
  @Column({ type: 'smallint' }) enabled: 0 | 1;
  @Column({ type: 'jsonb' }) config: unknown;
  @Column({ type: 'text', nullable: true }) currency: string | null;
  @Column({ type: 'text', nullable: true }) time_zone: string | null;
  @Column({ type: 'int', insert: false, update: false }) version: number;
  @Column({ type: 'timestamptz', insert: false, update: false }) created_at: Date;
  @Column({ type: 'timestamptz', insert: false, update: false }) updated_at: Date;
  @Column({ type: 'timestamptz', nullable: true }) deleted_at: Date | null;
}
