import { Box, styled } from '@mui/material';
import { useTexts } from '../texts';

/** The status of a section; errors take precedence over changes. */
export interface SectionStatus {
  errors: number;
  changed: boolean;
}

export interface SectionNavProps {
  label: string;
  /** `id` is the id of the section's element in the form. */
  sections: readonly { id: string; label: string; status: SectionStatus }[];
  /** The id of the visible section. */
  current: string;
  onSelect: (id: string) => void;
}

const Sections = styled('ul')(({ theme: { vars, typography } }) => ({
  listStyle: 'none',
  margin: 0,
  padding: 0,
  display: 'flex',
  flexDirection: 'column',
  gap: 2,
  '& button': {
    ...typography.body2,
    position: 'relative',
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'space-between',
    gap: 12,
    width: '100%',
    minHeight: 32,
    padding: '0 8px',
    border: 0,
    borderRadius: 6,
    background: 'none',
    color: vars.palette.text.secondary,
    whiteSpace: 'nowrap',
    cursor: 'pointer',
    '&:hover': { backgroundColor: vars.palette.surface.hover },
  },
  '& button[aria-current]': {
    fontWeight: 550,
    color: vars.palette.text.primary,
    backgroundColor: vars.palette.surface.selected,
  },
  '& button[aria-current]::before': {
    content: '""',
    position: 'absolute',
    left: -12,
    width: 5,
    height: 16,
    borderRadius: '0 2px 2px 0',
    backgroundColor: vars.palette.accent.main,
  },
  '& .mark': { ...typography.caption, color: vars.palette.text.secondary, fontWeight: 400 },
  '& .bad': { ...typography.caption, color: vars.palette.status.cinnabar.text, fontWeight: 600 },
}));

/** Navigation between the sections of a long form, each marked with its errors or changes. */
export function SectionNav({ label, sections, current, onSelect }: SectionNavProps) {
  const t = useTexts();
  return (
    <Box
      component="nav"
      aria-label={label}
      sx={{
        width: { sm: 184 },
        flex: 'none',
        p: 1.5,
        display: { xs: 'none', sm: 'block' },
        backgroundColor: 'surface.sunken',
        borderRight: 1,
        borderColor: 'line.main',
        overflow: 'auto',
      }}
    >
      <Sections>
        {sections.map(({ id, label: words, status }) => (
          <li key={id}>
            <button
              type="button"
              aria-current={id === current ? 'true' : undefined}
              onClick={() => onSelect(id)}
            >
              {words}
              {status.errors > 0 ? (
                <span className="bad">{t('dialogs.form.errors', { count: status.errors })}</span>
              ) : status.changed ? (
                <span className="mark">{t('dialogs.form.changed')}</span>
              ) : null}
            </button>
          </li>
        ))}
      </Sections>
    </Box>
  );
}
