import type { FieldErrors } from 'react-hook-form';
import type { SectionNavProps } from '@tessera/ui/forms';
import type { AdminTexts } from '../../texts';
import type { ConfigValues } from './config-values';

export type ConfigSection = 'prices' | 'areas' | 'addresses' | 'sign_in';

const sections: readonly { id: ConfigSection; fields: readonly (keyof ConfigValues)[] }[] = [
  { id: 'prices', fields: ['price_type_adult', 'use_price_levels', 'price_levels'] },
  { id: 'areas', fields: ['areas', 'area_first_run'] },
  { id: 'addresses', fields: ['ticket_url', 'queueit_domain'] },
  { id: 'sign_in', fields: ['login_type', 'user_xpath', 'pass_xpath', 'button_xpath'] },
];

/** The id of a section's element. */
export const sectionId = (section: ConfigSection): string => `config-${section}`;

/** The sections with their marks: errors, else whether anything in them is changed. */
export const markedSections = (
  t: AdminTexts,
  errors: FieldErrors<ConfigValues>,
  changed: readonly (keyof ConfigValues)[],
): SectionNavProps['sections'] =>
  sections.map(({ id, fields }) => ({
    id,
    label: t(`config.${id}`),
    status: {
      errors: fields.filter((field) => errors[field] !== undefined).length,
      changed: fields.some((field) => changed.includes(field)),
    },
  }));
