import { useQuery } from '@tanstack/react-query';
import { Users } from 'lucide-react';
import { useId, useState } from 'react';
import { type Control, useController } from 'react-hook-form';
import { FieldFrame } from '@tessera/ui/forms';
import { Box, Button } from '@tessera/ui/mui';
import { LoginChoiceDialog } from '../../login-choice/login-choice-dialog';
import { siteLoginsQuery } from '../../lookups/lookups.api';
import { useTexts } from '../../texts';
import type { TemplateFormValues } from './template-form-values';

export interface LoginsFieldProps {
  control: Control<TemplateFormValues>;
  name: 'login_ids';
  siteId: number | null;
  eventId: number | null;
  realmId: number | null;
  slots: number | null;
}

const MAX_SHOWN = 4;

/** The logins that a launch spreads over its workers, chosen in a dialog. */
export function LoginsField({ control, name, siteId, eventId, realmId, slots }: LoginsFieldProps) {
  const t = useTexts();
  const {
    field: { value, onChange, ref },
    fieldState,
  } = useController({ control, name });
  const [open, setOpen] = useState(false);
  const id = useId();
  const { data: logins } = useQuery(siteLoginsQuery(siteId));
  const names = value.map(
    (one) => logins?.find((login) => login.id === one)?.name ?? t('words.loginNumbered', { id: one }),
  );
  const first = names.slice(0, MAX_SHOWN).join(', ');
  const more = names.length - MAX_SHOWN;
  return (
    <FieldFrame
      id={id}
      label={t('words.logins')}
      help={siteId === null ? t('fields.siteFirst') : t('templates.loginsHelp')}
      error={fieldState.error?.message}
      group
      optional
    >
      <Box
        sx={{
          display: 'flex',
          alignItems: 'center',
          gap: 1.5,
          minHeight: 32,
          flexWrap: { xs: 'wrap', sm: 'nowrap' },
        }}
      >
        <Button
          ref={ref}
          sx={{ flex: 'none' }}
          disabled={siteId === null}
          onClick={() => setOpen(true)}
          startIcon={<Users size={16} strokeWidth={1.75} aria-hidden />}
        >
          {names.length === 0 ? t('templates.chooseLogins') : t('words.chosen', { number: names.length })}
        </Button>
        <Box sx={{ minWidth: 0, overflowWrap: 'anywhere', color: 'text.secondary' }}>
          {more > 0 ? t('templates.andMore', { names: first, number: more }) : first}
        </Box>
      </Box>
      {open && siteId !== null ? (
        <LoginChoiceDialog
          siteId={siteId}
          eventId={eventId}
          realmId={realmId}
          chosen={value}
          slots={slots ?? undefined}
          onDone={(ids) => {
            onChange(ids);
            setOpen(false);
          }}
          onClose={() => setOpen(false)}
        />
      ) : null}
    </FieldFrame>
  );
}
