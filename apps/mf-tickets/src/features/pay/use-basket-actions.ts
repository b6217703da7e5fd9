import { useCallback, useEffect, useMemo, useState } from 'react';
import { paymentsReveal, type RevealedSecret } from '@tessera/api';
import { describeError, useSnackbar } from '@tessera/ui';
import { useTexts } from '../../texts';
import type { ClaimedBasketDto, SecretName } from './pay.api';

export interface BasketActions {
  /** The secret that is shown now; it hides itself after some seconds. */
  revealed: RevealedSecret | null;
  /** Copies a text of the login that isn't secret. */
  copy: (text: string) => void;
  /** Shows a secret for some seconds and copies it. Recorded in the audit log. */
  reveal: (which: SecretName) => void;
  hide: () => void;
  /** Opens the site's basket in a new tab. */
  open: () => void;
  /** Whether the person has opened it, so that recording its payment is what comes next. */
  isOpened: boolean;
  /** Notes that the basket's link was followed. */
  onOpened: () => void;
}

/** The name under which the login signs in at the site. */
export const signInName = ({ login_user, login_email }: ClaimedBasketDto): string =>
  login_user ?? login_email;

/** What a person does with a claimed basket before they pay. */
export function useBasketActions(basket: ClaimedBasketDto | null): BasketActions {
  const t = useTexts();
  const { show, showError } = useSnackbar();
  const [shown, setShown] = useState<{ id: number; secret: RevealedSecret } | null>(null);
  const id = basket?.id ?? null;
  const url = basket?.basket ?? null;
  const [openedId, setOpenedId] = useState<number | null>(null);
  const isOpened = id !== null && openedId === id;
  const revealed = shown && shown.id === id ? shown.secret : null;

  useEffect(() => {
    if (!shown) return;
    // Its time may end while another secret is about to be drawn in its place.
    const hide = () => setShown((present) => (present === shown ? null : present));
    const timer = setTimeout(hide, shown.secret.hide_after_s * 1000);
    return () => clearTimeout(timer);
  }, [shown]);

  const write = useCallback(
    async (text: string) => {
      try {
        await navigator.clipboard.writeText(text);
        show({ message: t('pay.copied'), key: 'pay', duration: 2000 });
      } catch {
        show({ message: t('pay.notCopied'), key: 'pay', tone: 'error' });
      }
    },
    [show, t],
  );

  return useMemo(
    () => ({
      revealed,
      copy: (text) => void write(text),
      hide: () => setShown(null),
      reveal: (which) => {
        if (id === null) return;
        void (async () => {
          try {
            const secret = (await paymentsReveal({ path: { id }, body: { which } })).data;
            setShown({ id, secret });
            if (secret.value !== null) await write(secret.value);
          } catch (error) {
            showError(describeError(error), 'pay');
          }
        })();
      },
      isOpened,
      onOpened: () => setOpenedId(id),
      open: () => {
        if (url === null) return;
        window.open(url, '_blank', 'noopener');
        setOpenedId(id);
      },
    }),
    [id, isOpened, revealed, showError, url, write],
  );
}
