import { Box, Dialog, IconButton, useMediaQuery, useTheme } from '@mui/material';
import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { NoticeHost } from '../feedback/notice-host';
import { useBottomInset } from '../feedback/snackbar-context';
import { useUnsavedInput } from '../form/unsaved-input';
import { useTexts } from '../texts';

/** Height of the footer on a narrow screen, in px. */
const FOOT_HEIGHT = 56;

export interface DialogFrameProps {
  open: boolean;
  /** In px: 960 for a form, 1180 for a wizard. */
  width: number;
  labelledBy: string;
  onClose: () => void;
  /** Beside the content: a wizard's steps, a form's sections. */
  sidebar?: ReactNode;
  /** The sidebar takes the full height, beside header and footer (wizard). */
  fullHeightSidebar?: boolean;
  header: ReactNode;
  children: ReactNode;
  footer: ReactNode;
  /** The content has no padding: tables. */
  flush?: boolean;
  /** Uses the full height of the window regardless of the content. */
  fullHeight?: boolean;
}

/** A dialog whose header and footer stay while the content scrolls; full screen on narrow windows. */
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
  const isFullScreen = useMediaQuery(theme.breakpoints.down('sm'), { noSsr: true });
  // An open dialog too: a choice, a step of a wizard, or a secret that is shown once.
  useUnsavedInput(open);
  useBottomInset(open && isFullScreen ? FOOT_HEIGHT : null);
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
      fullScreen={isFullScreen}
      maxWidth={false}
      aria-labelledby={labelledBy}
      slotProps={{
        paper: {
          sx: {
            width: isFullScreen ? '100%' : width,
            m: isFullScreen ? 0 : 4,
            borderRadius: isFullScreen ? 0 : '12px',
            flexDirection: fullHeightSidebar && !isFullScreen ? 'row' : undefined,
            height: fullHeight && !isFullScreen ? 'min(814px, calc(100% - 64px))' : undefined,
          },
        },
      }}
    >
      {fullHeightSidebar ? (
        <>
          {sidebar}
          <Box sx={{ flex: 1, minWidth: 0, minHeight: 0, display: 'flex', flexDirection: 'column' }}>
            <NoticeHost />
            {header}
            {content}
            {bottom}
          </Box>
        </>
      ) : (
        <>
          <NoticeHost />
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
  /** The title's id, for `aria-labelledby`. */
  id: string;
  title: ReactNode;
  subtitle?: ReactNode;
  /** Before the close button: "Form | JSON". */
  tools?: ReactNode;
  onClose: () => void;
  /** Draws a line below. */
  line?: boolean;
}

/** A dialog's header: title, subtitle, tools and the close button. */
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
