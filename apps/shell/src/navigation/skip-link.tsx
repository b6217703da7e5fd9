import { styled } from '@tessera/ui/mui';
import { useTexts } from '../texts';

const Link = styled('a')(({ theme: { vars, typography } }) => ({
  ...typography.button,
  position: 'fixed',
  top: 8,
  left: 8,
  zIndex: 1600,
  padding: '6px 12px',
  borderRadius: 6,
  backgroundColor: vars.palette.primary.main,
  color: vars.palette.primary.contrastText,
  '&:not(:focus)': { clipPath: 'inset(50%)', width: 1, height: 1, padding: 0, overflow: 'hidden' },
}));

/** The first tab stop: skips the menu and moves to the page. */
export function SkipLink({ target }: { target: string }) {
  const t = useTexts();
  return (
    <Link
      href={`#${target}`}
      onClick={(event) => {
        event.preventDefault();
        document.getElementById(target)?.focus();
      }}
    >
      {t('navigation.skip')}
    </Link>
  );
}
