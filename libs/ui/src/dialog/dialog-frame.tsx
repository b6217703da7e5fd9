import { Box, Dialog, useMediaQuery, useTheme, IconButton } from '@mui/material';
import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { useBottomInset } from '../feedback/snackbar-context';
import { useTexts } from '../texts';

/** Px of the buttons at the bottom of a narrow screen. */
const FOOT_HEIGHT = 56;

export interface DialogFrameProps {
  open: boolean;
  /** Px: 960 for a form, 1180 for a wizard. */
  width: number;
  labelledBy: string;
  onClose: () => void;
  /** Beside the content: a wizard's steps, a form's sections. */
  sidebar?: ReactNode;
  /** The side reaches from top to bottom, head and foot stand beside it (wizard). */
  fullHeightSidebar?: boolean;
  header: ReactNode;
  children: ReactNode;
  footer: ReactNode;
  /** The content reaches the edges: tables. */
  flush?: boolean;
  /** As high as the window allows, whatever it holds. */
  fullHeight?: boolean;
}

/** A dialog whose head and foot stay while the content scrolls; the whole screen when narrow. */
export function DialogFrame(props: DialogFrameProps) {
  const {
    open,
    width,
    labelledBy,
    onClose,
    sidebar,
    fullHeightSidebar = false,
    header,
    children,
    footer,
  } = props;
  const { flush = false, fullHeight = false } = props;
  const theme = useTheme();
  const whole = useMediaQuery(theme.breakpoints.down('sm'), { noSsr: true });
  useBottomInset(open && whole ? FOOT_HEIGHT : null);
  const content = (
    <Box sx={{ flex: 1, minWidth: 0, minHeight: 0, overflow: 'auto', ...(flush ? {} : { px: 3, py: 2 }) }}>
      {children}
    </Box>
  );
  const bottom = (
    <Box
      component="footer"
      sx={{
        display: 'flex',
        alignItems: 'center',
        flexWrap: 'wrap',
        gap: 1,
        flex: 'none',
        px: 3,
        py: 1.5,
        borderTop: 1,
        borderColor: 'line.main',
      }}
    >
      {footer}
    </Box>
  );
  return (
    <Dialog
      open={open}
      onClose={onClose}
      fullScreen={whole}
      maxWidth={false}
      aria-labelledby={labelledBy}
      slotProps={{
        paper: {
          sx: {
            width: whole ? '100%' : width,
            m: whole ? 0 : 4,
            borderRadius: whole ? 0 : '12px',
            ...(fullHeightSidebar && !whole ? { flexDirection: 'row' } : {}),
            ...(fullHeight && !whole ? { height: 'min(814px, calc(100% - 64px))' } : {}),
          },
        },
      }}
    >
      {fullHeightSidebar ? (
        <>
          {sidebar}
          <Box sx={{ flex: 1, minWidth: 0, minHeight: 0, display: 'flex', flexDirection: 'column' }}>
            {header}
            {content}
            {bottom}
          </Box>
        </>
      ) : (
        <>
          {header}
          <Box sx={{ display: 'flex', flex: 1, minHeight: 0, flexDirection: { xs: 'column', sm: 'row' } }}>
            {sidebar}
            {content}
          </Box>
          {bottom}
        </>
      )}
    </Dialog>
  );
}

export interface DialogHeaderProps {
  /** Of the title, for `aria-labelledby`. */
  id: string;
  title: ReactNode;
  subtitle?: ReactNode;
  /** Before the button that closes: "Form | JSON". */
  tools?: ReactNode;
  onClose: () => void;
  /** The rule below. */
  line?: boolean;
}

/** A dialog's head: title, what it is about, tools, and the button that closes it. */
export function DialogHeader({ id, title, subtitle, tools, onClose, line = true }: DialogHeaderProps) {
  const t = useTexts();
  return (
    <Box
      component="header"
      sx={{
        display: 'flex',
        alignItems: 'center',
        gap: 1.5,
        flex: 'none',
        pl: 3,
        pr: 1.5,
        py: 2,
        ...(line ? { borderBottom: 1, borderColor: 'line.main' } : {}),
      }}
    >
      <Box sx={{ flex: 1, minWidth: 0 }}>
        <Box component="h2" id={id} sx={{ typography: 'h3', m: 0 }}>
          {title}
        </Box>
        {subtitle ? <Box sx={{ color: 'text.secondary' }}>{subtitle}</Box> : null}
      </Box>
      {tools}
      <IconButton aria-label={t('close')} onClick={onClose}>
        <X size={18} strokeWidth={1.75} aria-hidden />
      </IconButton>
    </Box>
  );
}
