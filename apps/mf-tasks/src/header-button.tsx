import { Button } from '@tessera/ui/mui';
import type { PageAction } from '@tessera/ui';

export interface HeaderButtonProps {
  action: PageAction;
  /** Not the page's first; where there is little room the palette and the first alone offer it. */
  secondary?: boolean;
}

/** What a page's head offers to do; disabled with the reason for those who may not. */
export function HeaderButton({
  action: { label, icon: Icon, run, disabled },
  secondary = false,
}: HeaderButtonProps) {
  return (
    <span title={disabled}>
      <Button
        {...(secondary
          ? { sx: { display: { xs: 'none', sm: 'inline-flex' } } }
          : { variant: 'contained' as const })}
        startIcon={Icon ? <Icon size={16} strokeWidth={1.75} aria-hidden /> : undefined}
        onClick={run}
        disabled={disabled !== undefined}
      >
        {label}
      </Button>
    </span>
  );
}
