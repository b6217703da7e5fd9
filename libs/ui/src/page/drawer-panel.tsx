import { Box, Dialog, IconButton, styled, useMediaQuery, useTheme } from '@mui/material';
import { ChevronDown, ChevronUp, X } from 'lucide-react';
import { type ReactNode, useEffect, useId } from 'react';
import { NoticeHost } from '../feedback/notice-host';
import { useTexts } from '../texts';

/** The width of the panel beside a list, in px. */
export const dockedWidth = 408;

const Docked = styled('aside')(({ theme: { vars } }) => ({
  width: dockedWidth,
  flex: 'none',
  zIndex: 3,
  display: 'flex',
  flexDirection: 'column',
  minHeight: 0,
  marginTop: -1,
  backgroundColor: vars.palette.surface.raised,
  border: `1px solid ${vars.palette.line.main}`,
  borderRight: 0,
  borderBottom: 0,
  borderTopLeftRadius: 10,
}));

export interface DrawerPanelProps {
  title: ReactNode;
  /** The record's status, beside the title. */
  status?: ReactNode;
  /** Under the title: "Task 4471 of job …". */
  subtitle?: ReactNode;
  /** The accessible name where the title is no plain text. */
  label?: string;
  onClose: () => void;
  onPrevious?: () => void;
  onNext?: () => void;
  /** The content has nothing to focus; the panel takes the focus itself, to be scrolled by keys. */
  readOnly?: boolean;
  children: ReactNode;
}

/** A record's details beside a list; full screen below 900 px. Escape closes it. */
export function DrawerPanel(props: DrawerPanelProps) {
  const { title, label, onClose, children, readOnly = false } = props;
  useDocumentTitle(label ?? (typeof title === 'string' ? title : undefined));
  const theme = useTheme();
  const isFullScreen = useMediaQuery(theme.breakpoints.down('md'), { noSsr: true });
  const id = useId();
  const inner = (
    <>
      <Head {...props} id={id} />
      <Box
        {...(readOnly && { tabIndex: 0, role: 'group', 'aria-labelledby': id })}
        sx={{
          flex: 1,
          minHeight: 0,
          overflow: 'auto',
          px: 2,
          pb: 2,
          display: 'grid',
          gap: 1.5,
          alignContent: 'start',
        }}
      >
        {children}
      </Box>
    </>
  );
  if (isFullScreen) {
    return (
      <Dialog
        open
        fullScreen
        onClose={onClose}
        aria-labelledby={id}
        slotProps={{ paper: { sx: { borderRadius: 0 } } }}
      >
        <NoticeHost />
        {inner}
      </Dialog>
    );
  }
  return (
    <Docked
      aria-labelledby={id}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented) return;
        event.preventDefault();
        onClose();
      }}
    >
      {inner}
    </Docked>
  );
}

function Head({
  id,
  title,
  status,
  subtitle,
  label,
  onClose,
  onPrevious,
  onNext,
}: DrawerPanelProps & { id: string }) {
  const t = useTexts();
  return (
    <Box
      component="header"
      sx={{ display: 'flex', alignItems: 'start', gap: 0.5, p: '10px 12px 14px 16px', flex: 'none' }}
    >
      <Box sx={{ flex: 1, minWidth: 0 }}>
        <Box
          sx={{
            display: 'flex',
            alignItems: 'center',
            flexWrap: 'wrap',
            columnGap: 1,
            rowGap: 0.5,
            minHeight: 30,
            minWidth: 0,
          }}
        >
          <Box
            component="h2"
            id={id}
            aria-label={label}
            sx={{
              typography: 'h3',
              m: 0,
              overflowWrap: 'anywhere',
            }}
          >
            {title}
          </Box>
          {status}
        </Box>
        {subtitle ? (
          <Box sx={{ typography: 'caption', color: 'text.secondary', mt: 0.25 }}>{subtitle}</Box>
        ) : null}
      </Box>
      {onPrevious || onNext ? (
        <>
          <IconButton aria-label={t('dialogs.drawer.previous')} disabled={!onPrevious} onClick={onPrevious}>
            <ChevronUp size={16} strokeWidth={1.75} aria-hidden />
          </IconButton>
          <IconButton aria-label={t('dialogs.drawer.next')} disabled={!onNext} onClick={onNext}>
            <ChevronDown size={16} strokeWidth={1.75} aria-hidden />
          </IconButton>
        </>
      ) : null}
      <IconButton aria-label={t('close')} onClick={onClose}>
        <X size={16} strokeWidth={1.75} aria-hidden />
      </IconButton>
    </Box>
  );
}

/** Prefixes the document's title with a record's name while the record is open: "North stand 05 · Tasks · Tessera". */
function useDocumentTitle(name: string | undefined): void {
  useEffect(() => {
    if (!name) return;
    const page = document.title;
    document.title = page ? `${name} · ${page}` : name;
    return () => {
      document.title = page;
    };
  }, [name]);
}
