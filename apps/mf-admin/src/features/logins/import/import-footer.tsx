import { Box, Button } from '@tessera/ui/mui';
import { useTexts } from '../../../texts';

export type ImportStep = 'source' | 'columns' | 'check' | 'done';
export type ImportBlocker = 'empty' | 'realm' | 'columns' | 'email' | 'faulty' | 'nothing';

export interface ImportFooterProps {
  step: ImportStep;
  busy: { check: boolean; run: boolean };
  blocked: ImportBlocker | null;
  /** Number of rows that the import adds or changes. */
  touched: number;
  faulty: number;
  onCancel: () => void;
  onClose: () => void;
  onBack: () => void;
  onColumns: () => void;
  onCheck: () => void;
  onRun: () => void;
}

/** The buttons of each step and the reason why the next step is blocked. */
export function ImportFooter(props: ImportFooterProps) {
  const { step, busy, blocked, touched, faulty } = props;
  const t = useTexts();
  if (step === 'done')
    return (
      <>
        <Box sx={{ flex: 1 }} />
        <Button variant="contained" onClick={props.onClose} autoFocus>
          {t('imports.close')}
        </Button>
      </>
    );
  const isBusy = busy.check || busy.run;
  return (
    <>
      <Box role="status" sx={{ flex: '1 1 120px', typography: 'caption', color: 'text.secondary' }}>
        {blocked ? t(`imports.blocked.${blocked}`) : null}
      </Box>
      {step === 'source' ? (
        <Button onClick={props.onCancel}>{t('words.cancel')}</Button>
      ) : (
        <Button onClick={props.onBack} disabled={isBusy}>
          {t(step === 'check' && faulty > 0 ? 'imports.chooseAnother' : 'imports.back')}
        </Button>
      )}
      {step === 'check' ? (
        <>
          <Button onClick={props.onColumns} disabled={isBusy}>
            {t('imports.assign')}
          </Button>
          <Button variant="contained" loading={busy.run} disabled={blocked !== null} onClick={props.onRun}>
            {t(faulty > 0 ? 'imports.runValid' : 'imports.run', { count: touched })}
          </Button>
        </>
      ) : (
        <Button variant="contained" loading={busy.check} disabled={blocked !== null} onClick={props.onCheck}>
          {t('imports.check')}
        </Button>
      )}
    </>
  );
}
