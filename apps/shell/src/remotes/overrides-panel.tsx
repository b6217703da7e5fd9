import { Trash2 } from 'lucide-react';
import { type SubmitEvent, useState } from 'react';
import { compareTexts } from '@tessera/ui';
import { Box, Button, IconButton, styled, Switch } from '@tessera/ui/mui';
import { PlainTextField } from '@tessera/ui/text-field';
import { useTexts } from '../texts';
import { describeProblem, type Override, type Overrides } from './overrides';
import { useOverridesTexts } from './texts';

const Rows = styled('ul')(({ theme: { vars } }) => ({
  listStyle: 'none',
  margin: 0,
  padding: 0,
  '& li': {
    display: 'flex',
    alignItems: 'center',
    gap: 8,
    padding: '6px 6px 6px 14px',
    borderBottom: `1px solid ${vars.palette.line.subtle}`,
  },
}));

interface Props {
  overrides: Overrides;
  titleOf: (override: Override) => string;
}

/** The popover of overrides: what is loaded from this computer, on and off, and a form that adds one. */
export function OverridesPanel({ overrides, titleOf }: Props) {
  const t = useTexts();
  const own = useOverridesTexts();
  const { active, switchedOff, isSaving, reload, switchOn, switchOff, remove } = overrides;
  const rows = [
    ...active.map((override) => ({ override, isOn: true, problem: override.problem })),
    ...switchedOff.map((override) => ({ override, isOn: false, problem: null })),
  ].sort((a, b) => compareTexts(a.override.name, b.override.name));
  return (
    <>
      <Box sx={{ px: '14px', py: 1.25, borderBottom: 1, borderColor: 'line.subtle' }}>
        <Box component="h2" sx={{ typography: 'h5', m: 0 }}>
          {t('overrides.title')}
        </Box>
        <Box sx={{ typography: 'caption', color: 'text.secondary' }}>{own('explanation')}</Box>
      </Box>
      <Rows aria-label={t('overrides.title')}>
        {rows.map(({ override, isOn, problem }) => (
          <li key={override.name}>
            <Box sx={{ flex: 1, minWidth: 0 }}>
              <Box sx={{ typography: 'body2', fontWeight: 550 }}>{titleOf(override)}</Box>
              <Box sx={{ typography: 'caption', color: 'text.secondary', overflowWrap: 'anywhere' }}>
                {override.name}, {override.origin}
              </Box>
              {problem ? (
                <Box sx={{ typography: 'caption', color: 'status.cinnabar.text' }}>
                  {describeProblem(t, override, problem)}
                </Box>
              ) : null}
            </Box>
            <Switch
              checked={isOn}
              disabled={isSaving}
              slotProps={{ input: { 'aria-label': own('load', { module: titleOf(override) }) } }}
              onChange={() => (isOn ? switchOff : switchOn)(override)}
            />
            <IconButton
              aria-label={own('remove', { module: titleOf(override) })}
              disabled={isSaving}
              onClick={() => remove(override)}
            >
              <Trash2 size={16} strokeWidth={1.75} aria-hidden />
            </IconButton>
          </li>
        ))}
      </Rows>
      <AddOverride onAdd={switchOn} isSaving={isSaving} />
      <Box
        role="status"
        sx={{ typography: 'caption', color: 'text.secondary', px: '14px', '&:not(:empty)': { pb: 1.5 } }}
      >
        {reload.isWaiting ? t('updates.waiting') : null}
      </Box>
    </>
  );
}

/** An address of a development server on this computer: its origin, or null for any other text. */
function readOrigin(address: string): string | null {
  const url = URL.parse(address.trim());
  if (url?.protocol !== 'http:' || !['localhost', '127.0.0.1'].includes(url.hostname)) return null;
  // The name by which development servers have the page connect to them.
  url.hostname = '127.0.0.1';
  return url.origin;
}

function AddOverride({ onAdd, isSaving }: { onAdd: (override: Override) => void; isSaving: boolean }) {
  const own = useOverridesTexts();
  const [name, setName] = useState('');
  const [address, setAddress] = useState('http://127.0.0.1:4205');
  const [isSubmitted, setSubmitted] = useState(false);
  const origin = readOrigin(address);
  const isName = /^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/.test(name.trim());
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    setSubmitted(true);
    if (isName && origin) onAdd({ name: name.trim(), origin });
  };
  return (
    <Box
      component="form"
      noValidate
      onSubmit={submit}
      sx={{ display: 'grid', gap: 1.5, px: '14px', py: 1.5 }}
    >
      <PlainTextField
        label={own('module')}
        value={name}
        onChange={setName}
        placeholder="mf-example"
        autoComplete="off"
        mono
        error={isSubmitted && !isName ? own('moduleNeeded') : undefined}
      />
      <PlainTextField
        label={own('address')}
        value={address}
        onChange={setAddress}
        inputMode="url"
        autoComplete="off"
        mono
        error={isSubmitted && !origin ? own('addressNeeded') : undefined}
      />
      <Button type="submit" loading={isSaving} sx={{ justifySelf: 'start' }}>
        {own('add')}
      </Button>
    </Box>
  );
}
