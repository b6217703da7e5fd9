import { Keyboard, Search } from 'lucide-react';
import { type ComponentType, useState } from 'react';
import { formatKey, useCommands, useSnackbar } from '@tessera/ui';
import { ButtonBase, IconButton, styled } from '@tessera/ui/mui';
import { useTexts } from '../texts';
import { useGoKeys } from './go-keys';

type PaletteComponent = ComponentType<{ onClose: () => void }>;

/** Loaded when first opened. */
const load = {
  palette: async (): Promise<PaletteComponent> => (await import('./palette-dialog')).PaletteDialog,
  shortcuts: async (): Promise<PaletteComponent> => (await import('./shortcuts-sheet')).ShortcutsSheet,
};

const Field = styled(ButtonBase)(({ theme: { vars, typography, breakpoints } }) => ({
  ...typography.body2,
  justifyContent: 'flex-start',
  gap: 8,
  width: 300,
  height: 30,
  padding: '0 6px 0 10px',
  border: `1px solid ${vars.palette.line.main}`,
  borderRadius: 6,
  color: vars.palette.text.tertiary,
  backgroundColor: vars.palette.surface.main,
  '&:hover': { borderColor: vars.palette.line.control },
  '& .words': {
    flex: 1,
    minWidth: 0,
    textAlign: 'left',
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
  },
  // Makes room for the limits in use.
  [breakpoints.down('lg')]: { width: 170, '& kbd': { display: 'none' } },
  '& kbd': {
    font: 'inherit',
    fontSize: 11,
    lineHeight: '16px',
    padding: '0 5px',
    border: `1px solid ${vars.palette.line.main}`,
    borderRadius: 4,
  },
}));

/** The field that opens the command palette (Ctrl-K or ⌘K), with the palette and the list of shortcuts (?). */
export function CommandPalette({ wide }: { wide: boolean }) {
  const t = useTexts();
  const snackbar = useSnackbar();
  const [open, setOpen] = useState<PaletteComponent | null>(null);
  const show = (part: keyof typeof load) =>
    void load[part]().then(
      (Shown) => setOpen(() => Shown),
      () => snackbar.show({ message: t('palette.unreachable'), tone: 'error' }),
    );
  const group = t('shortcuts.everywhere');
  useGoKeys();
  useCommands([
    { group, label: t('palette.title'), keys: ['mod+k'], run: () => show('palette') },
    {
      group,
      label: t('shortcuts.title'),
      keys: ['?'],
      run: () => show('shortcuts'),
      inPalette: true,
      icon: Keyboard,
    },
  ]);
  const Open = open;
  return (
    <>
      {wide ? (
        <Field onClick={() => show('palette')} aria-haspopup="dialog" aria-keyshortcuts="Control+K Meta+K">
          <Search size={16} strokeWidth={1.75} aria-hidden style={{ flex: 'none' }} />
          <span className="words">{t('palette.placeholder')}</span>
          <kbd aria-hidden>{formatKey('mod+k')}</kbd>
        </Field>
      ) : (
        <IconButton
          onClick={() => show('palette')}
          aria-haspopup="dialog"
          aria-label={t('palette.placeholder')}
        >
          <Search size={18} strokeWidth={1.75} aria-hidden />
        </IconButton>
      )}
      {Open ? <Open onClose={() => setOpen(null)} /> : null}
    </>
  );
}
