import { Lock } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import type { Control } from 'react-hook-form';
import { StatusBadge } from '@tessera/ui';
import { KeyValueGrid, OrderedList, SwitchField, TextField } from '@tessera/ui/forms';
import { Box, Typography } from '@tessera/ui/mui';
import { useTexts } from '../../texts';
import { type ConfigSection, type ConfigValues, sectionId } from './config-values';

interface FieldsProps {
  control: Control<ConfigValues>;
}

/** A section of the dialog. */
export function Section({ section, children }: { section: ConfigSection; children: ReactNode }) {
  const t = useTexts();
  const id = useId();
  return (
    <Box
      component="section"
      id={sectionId(section)}
      tabIndex={-1}
      aria-labelledby={id}
      sx={{
        pb: 2.5,
        outline: 'none',
        '&:not(:last-of-type)': { borderBottom: 1, borderColor: 'line.subtle' },
      }}
    >
      <Typography id={id} component="h3" variant="h4" sx={{ mb: 1.5 }}>
        {t(`config.${section}`)}
      </Typography>
      <Box
        sx={{
          display: 'grid',
          gridTemplateColumns: { md: '1fr 1fr' },
          columnGap: 3,
          rowGap: 2,
          alignItems: 'start',
        }}
      >
        {children}
      </Box>
    </Box>
  );
}

/** The site's names of price types and levels. */
export function PriceFields({ control }: FieldsProps) {
  const t = useTexts();
  return (
    <Section section="prices">
      <Box sx={{ display: 'grid', gap: 2 }}>
        <TextField
          control={control}
          name="price_type_adult"
          label={t('config.adultType')}
          help={t('config.adultTypeHelp')}
        />
        <SwitchField
          control={control}
          name="use_price_levels"
          label={t('config.useLevels')}
          help={t('config.useLevelsHelp')}
        />
      </Box>
      <KeyValueGrid
        control={control}
        name="price_levels"
        label={t('config.levels')}
        keyLabel={t('config.level')}
        valueLabel={t('config.nameAtSite')}
        addLabel={t('config.addLevel')}
      />
    </Section>
  );
}

/** The areas in order of attempts. */
export function AreaFields({ control }: FieldsProps) {
  const t = useTexts();
  return (
    <Section section="areas">
      <OrderedList
        control={control}
        name="areas"
        label={t('config.order')}
        noun={t('config.area')}
        addLabel={t('config.addArea')}
      />
      <SwitchField
        control={control}
        name="area_first_run"
        label={t('config.firstRun')}
        help={t('config.firstRunHelp')}
      />
    </Section>
  );
}

/** The site's addresses. */
export function AddressFields({ control }: FieldsProps) {
  const t = useTexts();
  return (
    <Section section="addresses">
      <TextField
        control={control}
        name="ticket_url"
        label={t('config.ticketUrl')}
        placeholder="https://"
        mono
      />
      <TextField
        control={control}
        name="queueit_domain"
        label={t('config.queueDomain')}
        help={t('config.inert')}
        mono
      />
    </Section>
  );
}

/** The site's sign-in settings, stored for compatibility but never used. */
export function SignInFields({ control, script }: FieldsProps & { script: string }) {
  const t = useTexts();
  const inert = t('config.inert');
  const id = useId();
  return (
    <Section section="sign_in">
      <Box sx={{ display: 'grid', gap: 2 }}>
        <TextField control={control} name="login_type" label={t('config.loginType')} />
        <TextField control={control} name="user_xpath" label={t('config.userField')} help={inert} mono />
        <TextField control={control} name="pass_xpath" label={t('config.passwordField')} help={inert} mono />
        <TextField control={control} name="button_xpath" label={t('config.button')} help={inert} mono />
      </Box>
      <Box>
        <Box sx={{ display: 'flex', justifyContent: 'space-between', mb: 0.5 }}>
          <Typography id={id} component="span" variant="subtitle2" sx={{ color: 'text.secondary' }}>
            login_js
          </Typography>
          <StatusBadge icon={Lock} hue="stone" variant="open">
            {t('config.neverRun')}
          </StatusBadge>
        </Box>
        <Box
          component="pre"
          role="region"
          tabIndex={0}
          aria-labelledby={id}
          sx={{
            m: 0,
            p: 1.5,
            minHeight: 108,
            maxHeight: 280,
            overflow: 'auto',
            bgcolor: 'surface.sunken',
            border: '1px dashed',
            borderColor: 'line.main',
            borderRadius: '6px',
            fontFamily: '"IBM Plex Mono", monospace',
            fontSize: 12,
            counterReset: 'line',
            '& > span': { display: 'block', minHeight: '1lh' },
            '& > span::before': {
              counterIncrement: 'line',
              content: 'counter(line)',
              display: 'inline-block',
              minWidth: '2ch',
              mr: 1.5,
              textAlign: 'right',
              color: 'text.tertiary',
            },
          }}
        >
          {script ? script.split('\n').map((line, i) => <span key={i}>{line}</span>) : t('config.noScript')}
        </Box>
      </Box>
    </Section>
  );
}
