import type { Control, FieldPath, FieldValues } from 'react-hook-form';

/** What the choice of a site, an event or a login takes; the form holds an id or null. */
export interface CatalogueFieldProps<T extends FieldValues> {
  control: Control<T>;
  name: FieldPath<T>;
  disabled?: boolean;
  /** Another one was chosen: what hung on the former is to be forgotten. */
  onSelect?: () => void;
}

/** One of a site's: nothing can be chosen before the site is. */
export interface SiteChildFieldProps<T extends FieldValues> extends CatalogueFieldProps<T> {
  siteId: number | null;
}

/** What a form holds where an id belongs. */
export const toId = (value: unknown): number | null => (typeof value === 'number' ? value : null);
