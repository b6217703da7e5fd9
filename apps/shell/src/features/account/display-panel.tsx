import { useUser } from '@tessera/api';
import { browserTimeZone, isLanguage, languages, Panel } from '@tessera/ui';
import { PlainSelect, PlainTimeZone } from '@tessera/ui/forms';
import { Box, Typography } from '@tessera/ui/mui';
import { playChime } from '../../expiry/chime';
import { toDensity, usePreferences, useSavePreferences } from './preferences';
import { useAccountTexts } from './texts';
import { ThemeChoice } from './theme-choice';

/** Theme, language, time zone, row height and sound of this user, in every browser. */
export function DisplayPanel() {
  const t = useAccountTexts();
  const { language, time_zone, density, expiry_sound } = usePreferences();
  const realmZone = useUser().realmTimeZone;
  const save = useSavePreferences();
  return (
    <Panel title={t('region.title')} padded>
      <Box sx={{ display: 'grid', gap: 2, maxWidth: 320 }}>
        <Box>
          <Typography variant="subtitle2" component="p" sx={{ mb: 0.5 }}>
            {t('region.theme')}
          </Typography>
          <ThemeChoice />
        </Box>
        <PlainSelect
          label={t('region.language')}
          help={t('region.languageHelp')}
          value={language ?? 'en'}
          onChange={(value) => save({ language: isLanguage(value) ? value : null })}
          options={Object.entries(languages).map(([value, { name }]) => ({ value, label: name }))}
        />
        <PlainTimeZone
          label={t('region.timeZone')}
          value={time_zone ?? ''}
          empty={
            realmZone
              ? t('region.timeZoneRealm', { zone: realmZone })
              : t('region.timeZoneAuto', { zone: browserTimeZone() })
          }
          onChange={(zone) => save({ time_zone: zone === '' ? null : zone })}
        />
        <PlainSelect
          label={t('region.density')}
          value={density === undefined ? '' : String(density)}
          empty={t('region.densityAuto')}
          onChange={(value) => save({ density: toDensity(Number(value)) })}
          options={[
            { value: '28', label: t('region.compact') },
            { value: '36', label: t('region.standard') },
            { value: '44', label: t('region.comfortable') },
          ]}
        />
        <PlainSelect
          label={t('region.sound')}
          help={t('region.soundHelp')}
          value={expiry_sound ? 'on' : 'off'}
          onChange={(value) => {
            save({ expiry_sound: value === 'on' ? true : null });
            // The click also allows the page to sound later.
            if (value === 'on') void playChime();
          }}
          options={[
            { value: 'off', label: t('region.soundOff') },
            { value: 'on', label: t('region.soundOn') },
          ]}
        />
      </Box>
    </Panel>
  );
}
