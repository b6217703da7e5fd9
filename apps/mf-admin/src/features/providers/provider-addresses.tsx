import { Copy } from 'lucide-react';
import type { IdentityProviderDto } from '@tessera/api';
import { useSnackbar } from '@tessera/ui';
import { PlainTextField } from '@tessera/ui/forms';
import { Box, IconButton } from '@tessera/ui/mui';
import { useTexts } from '../../texts';

/** The console's addresses, to be entered at the provider; before it is created, those of this page's host. */
export function ProviderAddresses({ provider }: { provider: IdentityProviderDto | null }) {
  const t = useTexts();
  const { origin } = window.location;
  return (
    <Box component="fieldset" sx={{ border: 0, p: 0, m: 0, display: 'grid', gap: 1.5 }}>
      <Box component="legend" sx={{ typography: 'subtitle2', p: 0, mb: 1 }}>
        {t('providers.addresses')}
      </Box>
      <Address
        label={t('providers.callback')}
        value={provider?.callback_url ?? `${origin}/api/auth/sso/callback`}
      />
      <Address label={t('providers.signedOut')} value={provider?.signed_out_url ?? `${origin}/auth/login`} />
      {provider ? (
        <Address label={t('providers.backchannel')} value={provider.backchannel_logout_url} />
      ) : (
        <Box sx={{ typography: 'caption', color: 'text.secondary' }}>
          {t('providers.backchannel')}: {t('providers.backchannelLater')}
        </Box>
      )}
    </Box>
  );
}

function Address({ label, value }: { label: string; value: string }) {
  const t = useTexts();
  const { show } = useSnackbar();
  const copy = async () => {
    await navigator.clipboard.writeText(value);
    show(t('providers.copied'));
  };
  return (
    <PlainTextField
      label={label}
      value={value}
      onChange={() => undefined}
      readOnly
      end={
        <IconButton
          size="small"
          aria-label={t('providers.copy', { what: label })}
          onClick={() => void copy()}
        >
          <Copy size={16} aria-hidden />
        </IconButton>
      }
    />
  );
}
