import { ArrowRight } from 'lucide-react';
import { Link as RouterLink } from '@tessera/federation/router';
import { Link } from '@tessera/ui/mui';

/** A panel header's link to the full list: "All jobs →". */
export function AllLink({ to, children }: { to: string; children: string }) {
  return (
    <Link
      component={RouterLink}
      to={to}
      sx={{
        typography: 'subtitle2',
        display: 'inline-flex',
        alignItems: 'center',
        gap: 0.75,
        color: 'text.secondary',
      }}
    >
      {children}
      <ArrowRight size={14} strokeWidth={1.75} aria-hidden />
    </Link>
  );
}
