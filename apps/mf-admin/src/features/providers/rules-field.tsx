import { ArrowDown, ArrowUp, Plus, X } from 'lucide-react';
import { type Control, useFieldArray, useWatch } from 'react-hook-form';
import type { RealmDto } from '@tessera/api';
import { duties, takesDuties } from '@tessera/domain';
import { Checkbox, SelectField, TextField } from '@tessera/ui/forms';
import { Box, Button, IconButton } from '@tessera/ui/mui';
import { createRoleOptions } from '../../accounts/account-filters';
import { useTexts } from '../../texts';
import { newRule, type ProviderValues } from './provider-values';

export interface RulesFieldProps {
  control: Control<ProviderValues>;
  /** The realm of the provider; null: the installation's, whose rules name one each. */
  realmId: number | null;
  realms: readonly RealmDto[];
}

/** The rules in their order: each a line of claim and value, and what they give. */
export function RulesField({ control, realmId, realms }: RulesFieldProps) {
  const t = useTexts();
  const { fields, append, remove, move } = useFieldArray({ control, name: 'rules' });
  return (
    <Box component="fieldset" sx={{ border: 0, p: 0, m: 0, display: 'grid', gap: 1.5 }}>
      <Box component="legend" sx={{ typography: 'subtitle2', p: 0 }}>
        {t('providers.rules')}
      </Box>
      <Box sx={{ typography: 'caption', color: 'text.secondary' }}>{t('providers.rulesHelp')}</Box>
      {fields.map(({ id }, index) => (
        <Rule
          key={id}
          control={control}
          index={index}
          realmId={realmId}
          realms={realms}
          onUp={index > 0 ? () => move(index, index - 1) : null}
          onDown={index < fields.length - 1 ? () => move(index, index + 1) : null}
          onRemove={() => remove(index)}
        />
      ))}
      <Box>
        <Button startIcon={<Plus size={16} aria-hidden />} onClick={() => append(newRule(realmId))}>
          {t('providers.addRule')}
        </Button>
      </Box>
    </Box>
  );
}

interface RuleProps extends RulesFieldProps {
  index: number;
  onUp: (() => void) | null;
  onDown: (() => void) | null;
  onRemove: () => void;
}

function Rule({ control, index, realmId, realms, onUp, onDown, onRemove }: RuleProps) {
  const t = useTexts();
  const number = index + 1;
  const role = useWatch({ control, name: `rules.${index}.role` });
  const roles = createRoleOptions(t).filter(({ value }) => realmId === null || value !== 'admin');
  const needsRealm = realmId === null && role !== 'admin';
  const buttons = [
    { label: t('providers.moveUp', { number }), icon: ArrowUp, run: onUp },
    { label: t('providers.moveDown', { number }), icon: ArrowDown, run: onDown },
    { label: t('providers.removeRule', { number }), icon: X, run: onRemove },
  ];
  return (
    <Box
      role="group"
      aria-label={t('providers.rule', { number })}
      sx={{ border: 1, borderColor: 'line.main', borderRadius: '6px', p: 1.5, display: 'grid', gap: 1.5 }}
    >
      <Box sx={{ display: 'flex', alignItems: 'center' }}>
        <Box sx={{ flex: 1, typography: 'subtitle2' }}>{t('providers.rule', { number })}</Box>
        {buttons.map(({ label, icon: Icon, run }) => (
          <IconButton
            key={label}
            size="small"
            aria-label={label}
            disabled={run === null}
            onClick={() => run?.()}
          >
            <Icon size={16} aria-hidden />
          </IconButton>
        ))}
      </Box>
      <Box sx={{ display: 'grid', gridTemplateColumns: { sm: '1fr 1fr' }, gap: 1.5 }}>
        <TextField
          control={control}
          name={`rules.${index}.claim`}
          label={t('providers.claim')}
          rules={{ required: t('providers.claimMissing') }}
        />
        <TextField
          control={control}
          name={`rules.${index}.value`}
          label={t('providers.value')}
          help={t('providers.valueHelp')}
          rules={{ required: t('providers.valueMissing') }}
        />
        <SelectField
          control={control}
          name={`rules.${index}.role`}
          label={t('providers.role')}
          options={roles}
        />
        {needsRealm ? (
          <SelectField
            control={control}
            name={`rules.${index}.realm_id`}
            label={t('words.realm')}
            numeric
            empty={t('words.noRealm')}
            options={realms.map(({ id, name }) => ({ value: String(id), label: name }))}
            rules={{ required: t('providers.realmMissing') }}
          />
        ) : null}
      </Box>
      {takesDuties(role) ? <RuleDuties control={control} index={index} /> : null}
    </Box>
  );
}

function RuleDuties({ control, index }: Pick<RuleProps, 'control' | 'index'>) {
  const t = useTexts();
  const { update } = useFieldArray({ control, name: 'rules' });
  const rule = useWatch({ control, name: `rules.${index}` });
  return (
    <Box role="group" aria-label={t('duties.title')} sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 2 }}>
      {duties.map((duty) => (
        <Box key={duty} component="label" sx={{ display: 'flex', alignItems: 'center', gap: 0.5 }}>
          <Checkbox
            checked={rule.duties.includes(duty)}
            onChange={(_event, on) =>
              update(index, {
                ...rule,
                duties: duties.filter((one) => (one === duty ? on : rule.duties.includes(one))),
              })
            }
          />
          <Box component="span" sx={{ typography: 'body2' }}>
            {t(`duties.names.${duty}`)}
          </Box>
        </Box>
      ))}
    </Box>
  );
}
