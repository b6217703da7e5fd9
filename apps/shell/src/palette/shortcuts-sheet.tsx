import { useId } from 'react';
import { type Command, DialogFrame, DialogHeader, useRegisteredCommands } from '@tessera/ui';
import { Box, Button } from '@tessera/ui/mui';
import { useTexts } from '../texts';
import { Keys } from './keys';
import { usePaletteTexts } from './texts';

type Keyed = Command & { keys: readonly string[] };

/** Lists the shortcuts that are registered at the moment. */
export function ShortcutsSheet({ onClose }: { onClose: () => void }) {
  const title = useTexts()('shortcuts.title');
  const t = usePaletteTexts();
  const id = useId();
  const commands = useRegisteredCommands().filter((one): one is Keyed => one.keys !== undefined);
  // A page and the list on its tab may register the same command.
  const byName = new Map(commands.map((one) => [`${one.group} ${one.label}`, one]));
  const groups = [...Map.groupBy(byName.values(), ({ group }) => group)];
  return (
    <DialogFrame
      open
      width={520}
      labelledBy={id}
      onClose={onClose}
      header={<DialogHeader id={id} title={title} onClose={onClose} />}
      footer={
        <>
          <Box sx={{ flex: 1, typography: 'caption', color: 'text.secondary' }}>{t('shortcuts.note')}</Box>
          <Button onClick={onClose} autoFocus>
            {t('shortcuts.close')}
          </Button>
        </>
      }
    >
      {/* In the tab order, so that the keyboard can scroll a long list. */}
      <Box role="group" aria-labelledby={id} tabIndex={0}>
        {groups.map(([group, held]) => (
          <Box component="section" key={group} sx={{ mb: 2 }}>
            <Box component="h3" sx={{ typography: 'h5', m: 0, mb: 0.5 }}>
              {group}
            </Box>
            <Box component="dl" sx={{ m: 0 }}>
              {held.map(({ label, keys }) => (
                <Box
                  key={label}
                  sx={{
                    display: 'flex',
                    alignItems: 'center',
                    gap: 2,
                    minHeight: 30,
                    borderBottom: 1,
                    borderColor: 'line.subtle',
                  }}
                >
                  <Box component="dt" sx={{ flex: 1 }}>
                    {label}
                  </Box>
                  <Box component="dd" sx={{ m: 0, typography: 'caption', color: 'text.secondary' }}>
                    <Keys keys={keys} or={t('shortcuts.or')} />
                  </Box>
                </Box>
              ))}
            </Box>
          </Box>
        ))}
      </Box>
    </DialogFrame>
  );
}
