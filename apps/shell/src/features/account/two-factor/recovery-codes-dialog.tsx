import { Copy } from 'lucide-react';
import { useId } from 'react';
import { Alert, DialogFrame, DialogHeader, useSnackbar } from '@tessera/ui';
import { Box, Button } from '@tessera/ui/mui';
import { useTwoFactorTexts } from './texts';

/** Shows the recovery codes, which the server returns only once. */
export function RecoveryCodesDialog({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const t = useTwoFactorTexts();
  const id = useId();
  const { show } = useSnackbar();
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(codes.join('\n'));
      show(t('copied'));
    } catch {
      show(t('notCopied'));
    }
  };
  return (
    <DialogFrame
      open
      width={520}
      labelledBy={id}
      onClose={onClose}
      header={<DialogHeader id={id} title={t('codesTitle')} onClose={onClose} />}
      footer={
        <>
          <Box sx={{ flex: 1 }} />
          <Button
            startIcon={<Copy size={16} strokeWidth={1.75} aria-hidden />}
            onClick={() => void copy()}
            autoFocus
          >
            {t('copy')}
          </Button>
          <Button variant="contained" onClick={onClose}>
            {t('kept')}
          </Button>
        </>
      }
    >
      <Box sx={{ display: 'grid', gap: 2 }}>
        <Alert tone="warning">{t('codesHelp')}</Alert>
        <Box
          component="ul"
          aria-label={t('codesTitle')}
          sx={{
            m: 0,
            p: 1.5,
            listStyle: 'none',
            display: 'grid',
            gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' },
            gap: 0.75,
            borderRadius: '6px',
            border: 1,
            borderColor: 'line.main',
            bgcolor: 'surface.sunken',
          }}
        >
          {codes.map((code) => (
            <li key={code}>
              <Box component="code" sx={{ fontSize: 13 }}>
                {code}
              </Box>
            </li>
          ))}
        </Box>
      </Box>
    </DialogFrame>
  );
}
