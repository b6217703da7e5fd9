import { useId } from 'react';
import { type FieldValues, useController } from 'react-hook-form';
import { useTexts } from '../texts';
import { ChoiceList } from './choice-list';
import type { SiteChoiceProps } from './levels-field';

/** Selects areas in order of preference; null for any. */
export function AreasField<T extends FieldValues>({ control, name, site, disabled }: SiteChoiceProps<T>) {
  const { field, fieldState } = useController({ control, name });
  const t = useTexts();
  const id = useId();
  const value: unknown = field.value;
  const chosen: string[] = Array.isArray(value) ? value.map(String) : [];
  const all = [...new Set([...(site?.config.areas ?? []), ...chosen])];
  const toggle = (area: string) => {
    const next = chosen.includes(area) ? chosen.filter((one) => one !== area) : [...chosen, area];
    field.onChange(next.length > 0 ? next : null);
  };
  return (
    <ChoiceList
      id={id}
      label={t('words.areas')}
      help={site ? t('fields.areasHelp') : undefined}
      error={fieldState.error?.message}
      disabled={disabled ?? false}
      choices={all.map((area) => [area, area] as const)}
      chosen={chosen}
      ordered
      onToggle={toggle}
      emptyText={site ? t('fields.noAreas') : t('fields.siteFirst')}
    />
  );
}
