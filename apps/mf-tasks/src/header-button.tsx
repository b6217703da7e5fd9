import type { PageAction } from '@tessera/ui';
import { Button } from '@tessera/ui/mui';

export interface HeaderButtonProps {
  action: PageAction;
  /** A secondary action: hidden on narrow screens, where the command palette has it. */
  secondary?: boolean;
}

/** A button in the page header; disabled with a reason without permission. */
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
