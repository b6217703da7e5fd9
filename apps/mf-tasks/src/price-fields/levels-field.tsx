import { useId } from 'react';
import { type Control, type FieldPath, type FieldValues, useController } from 'react-hook-form';
import type { SiteDto } from '@tessera/api';
import { useTexts } from '../texts';
import { ChoiceList } from './choice-list';
import { levelLabel } from './level-labels';

export interface SiteChoiceProps<T extends FieldValues> {
  control: Control<T>;
  name: FieldPath<T>;
  /** The site whose configuration has the options. */
  site: SiteDto | undefined;
  disabled?: boolean;
}

/** Selects price levels of the site; null for any. */
export function LevelsField<T extends FieldValues>({ control, name, site, disabled }: SiteChoiceProps<T>) {
  const { field, fieldState } = useController({ control, name });
  const t = useTexts();
  const id = useId();
  const value: unknown = field.value;
  const chosen: Record<string, unknown> = typeof value === 'object' && value !== null ? { ...value } : {};
  // A chosen level that the site no longer has stays visible, so that it can be removed.
  const all = { ...chosen, ...site?.config.price_levels };
  const toggle = (key: string) => {
    const { [key]: current, ...rest } = chosen;
    const next = current === undefined ? { ...chosen, [key]: all[key] } : rest;
    field.onChange(Object.keys(next).length > 0 ? next : null);
  };
  return (
    <ChoiceList
      id={id}
      label={t('words.priceLevels')}
      help={site ? t('fields.levelsHelp') : undefined}
      error={fieldState.error?.message}
      disabled={disabled ?? false}
      choices={Object.entries(all).map(([key, label]) => [key, levelLabel(key, label)] as const)}
      chosen={Object.keys(chosen)}
      onToggle={toggle}
      emptyText={site ? t('fields.noLevels') : t('fields.siteFirst')}
    />
  );
}
