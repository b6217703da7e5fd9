import { Column, DeleteDateColumn, Entity } from 'typeorm';
import {
  CreatedAtColumn,
  IdColumn,
  RowVersionColumn,
  UpdatedAtColumn,
} from '../../platform/database/columns';

/** A site's config. XPaths, the script and the queue domain are stored and never used. */
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

/** The config of a site that sets nothing. */
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
  @IdColumn() id: number;
  @Column({ type: 'text', default: '' }) name: string;
  @Column({ type: 'text', default: '' }) url: string;
  @Column({ type: 'text', default: '' }) display_name: string;
  @Column({ type: 'smallint', default: 0 }) enabled: 0 | 1;
  @Column({ type: 'jsonb', default: {} }) config: unknown;
  @Column({ type: 'text', nullable: true }) currency: string | null;
  @Column({ type: 'text', nullable: true }) time_zone: string | null;
  @RowVersionColumn() version: number;
  @CreatedAtColumn() created_at: Date;
  @UpdatedAtColumn() updated_at: Date;
  @DeleteDateColumn({ type: 'timestamptz', nullable: true }) deleted_at: Date | null;
}
