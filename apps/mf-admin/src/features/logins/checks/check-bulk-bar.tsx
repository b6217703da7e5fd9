import { ShieldCheck, Undo2 } from 'lucide-react';
import type { LoginDto } from '@tessera/api';
import { BulkBar, type Selection, useSelected } from '@tessera/data-table/list-page';
import { useTexts } from '../../../texts';
import type { useCheckCommands } from './use-check-commands';

interface CheckBulkBarProps {
  /** The loaded logins. */
  rows: readonly LoginDto[];
  selection: Selection;
  commands: ReturnType<typeof useCheckCommands>;
}

/** The commands for the selected logins: they are checked at the site, or their checks withdrawn. */
export function CheckBulkBar({ rows, selection, commands }: CheckBulkBarProps) {
  const t = useTexts();
  const ids = [...useSelected(selection).keys].map(Number);
  const waiting = rows.filter(({ id, last_check }) => ids.includes(id) && last_check?.state === 'waiting');
  const run = (command: (chosen: number[]) => Promise<boolean>) => async () => {
    if (await command(ids)) selection.clear();
  };
  return (
    <BulkBar
      actions={[
        {
          label: t('loginChecks.check'),
          icon: ShieldCheck,
          onSelect: () => void run(commands.check)(),
        },
        ...(waiting.length > 0
          ? [
              {
                label: t('loginChecks.withdraw'),
                icon: Undo2,
                onSelect: () => void run(commands.withdraw)(),
              },
            ]
          : []),
      ]}
    />
  );
}
