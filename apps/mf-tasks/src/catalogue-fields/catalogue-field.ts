import type { Control, FieldPath, FieldValues } from 'react-hook-form';

/** Props of the fields for a site, an event or a login; the form's value is an id or null. */
export interface CatalogueFieldProps<T extends FieldValues> {
  control: Control<T>;
  name: FieldPath<T>;
  disabled?: boolean;
  /** Called when another one is chosen, so that dependent fields can be cleared. */
  onSelect?: () => void;
}

/** Props of a field whose options belong to a site: disabled until the site is chosen. */
export interface SiteChildFieldProps<T extends FieldValues> extends CatalogueFieldProps<T> {
  siteId: number | null;
}

/** Converts a form value to an id. */
export const toId = (value: unknown): number | null => (typeof value === 'number' ? value : null);
