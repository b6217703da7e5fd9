import { Copy, Eye } from 'lucide-react';
import type { ReactNode } from 'react';
import { VisuallyHidden } from '@tessera/ui';
import { Box, Button, styled } from '@tessera/ui/mui';
import { useTexts } from '../../texts';
import type { ClaimedBasketDto, SecretName } from './pay.api';
import { type BasketActions, signInName } from './use-basket-actions';

/** A key as the list of shortcuts shows it; hidden where there is no keyboard. */
export const KeyHint = styled('kbd')(({ theme: { vars, breakpoints } }) => ({
  fontFamily: 'inherit',
  fontSize: 11,
  lineHeight: '16px',
  padding: '0 4px',
  marginLeft: 6,
  borderRadius: 3,
  border: `1px solid ${vars.palette.line.main}`,
  color: vars.palette.text.secondary,
  '.MuiButton-contained &': { color: 'inherit', borderColor: 'currentColor' },
  [breakpoints.down('sm')]: { display: 'none' },
}));

/** The words of a button whose icon is enough on a narrow screen. */
const ButtonText = styled('span')(({ theme: { breakpoints } }) => ({
  [breakpoints.down('sm')]: { display: 'none' },
}));

const fieldButton = {
  minHeight: { xs: 44, sm: 24 },
  minWidth: { xs: 44, sm: 0 },
  '& .MuiButton-startIcon': { mr: { xs: 0, sm: 1 } },
};

const secrets: readonly { which: SecretName; key?: string }[] = [
  { which: 'password', key: 'p' },
  { which: 'card', key: 'c' },
  { which: 'address' },
  { which: 'mobile_phone' },
  { which: 'home_phone' },
];

/** The login's fields that the site asks for: what isn't secret is copied, a secret is shown for some seconds as well. */
export function LoginFields({
  basket,
  actions,
  withSecrets,
}: {
  basket: ClaimedBasketDto;
  actions: BasketActions;
  /** False once the seats have expired: the server reveals nothing then. */
  withSecrets: boolean;
}) {
  const t = useTexts();
  const { revealed } = actions;
  const name = signInName(basket);
  return (
    <Box component="dl" sx={{ m: 0, display: 'grid', gap: 0.5 }}>
      <Field
        label={t('pay.login')}
        value={name}
        button={<CopyButton label={t('pay.copyLogin')} keyName="l" onClick={() => actions.copy(name)} />}
      />
      {basket.login_supporter_id ? (
        <Field
          label={t('pay.supporter')}
          value={basket.login_supporter_id}
          button={
            <CopyButton
              label={t('pay.copySupporter')}
              onClick={() => actions.copy(basket.login_supporter_id ?? '')}
            />
          }
        />
      ) : null}
      {secrets
        .filter(({ which }) => withSecrets && basket[which].set)
        .map(({ which, key }) => (
          <Field
            key={which}
            label={t(`pay.secret.${which}`)}
            value={
              revealed?.which === which ? (
                <Box component="span" role="status" sx={{ overflowWrap: 'anywhere', fontWeight: 600 }}>
                  {revealed.value ?? '–'}
                </Box>
              ) : (
                (basket[which].hint ?? '••••••••')
              )
            }
            button={
              <Button
                size="small"
                variant="text"
                sx={fieldButton}
                startIcon={<Eye size={16} strokeWidth={1.75} aria-hidden />}
                onClick={() => actions.reveal(which)}
              >
                <VisuallyHidden>{t('pay.revealOf', { what: t(`pay.secret.${which}`) })}</VisuallyHidden>
                <ButtonText aria-hidden>{t('pay.reveal')}</ButtonText>
                {key ? <KeyHint aria-hidden>{key.toUpperCase()}</KeyHint> : null}
              </Button>
            }
          />
        ))}
    </Box>
  );
}

const Field = ({ label, value, button }: { label: string; value: ReactNode; button: ReactNode }) => (
  <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, minHeight: { xs: 44, sm: 32 } }}>
    <Box component="dt" sx={{ width: { xs: 84, sm: 112 }, flex: 'none', color: 'text.secondary' }}>
      {label}
    </Box>
    <Box component="dd" sx={{ m: 0, flex: 1, minWidth: 0, overflowWrap: 'anywhere' }}>
      {value}
    </Box>
    <Box component="dd" sx={{ m: 0, flex: 'none' }}>
      {button}
    </Box>
  </Box>
);

const CopyButton = ({
  label,
  keyName,
  onClick,
}: {
  label: string;
  keyName?: string;
  onClick: () => void;
}) => {
  const t = useTexts();
  return (
    <Button
      size="small"
      variant="text"
      sx={fieldButton}
      startIcon={<Copy size={16} strokeWidth={1.75} aria-hidden />}
      onClick={onClick}
    >
      <VisuallyHidden>{label}</VisuallyHidden>
      <ButtonText aria-hidden>{t('pay.copy')}</ButtonText>
      {keyName ? <KeyHint aria-hidden>{keyName.toUpperCase()}</KeyHint> : null}
    </Button>
  );
};
