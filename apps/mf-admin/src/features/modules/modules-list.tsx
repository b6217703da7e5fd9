import { useQuery } from '@tanstack/react-query';
import { Power, PowerOff, SquareArrowOutUpRight } from 'lucide-react';
import { useMemo } from 'react';
import { type ModuleSettingsDto, useListBackend } from '@tessera/api';
import { ListPage, toListProps, useListState } from '@tessera/data-table/list-page';
import { useNavigate, useSearchParams } from '@tessera/federation/router';
import { StatusChip } from '@tessera/ui';
import { Box } from '@tessera/ui/mui';
import { useTexts } from '../../texts';
import { moduleState } from './module-state';
import { modulesQuery } from './modules.api';
import { createModuleColumns, formatFigures, formatServed, servedStats } from './modules-columns';
import { useModuleActions } from './use-module-actions';

/** The address of a module's page. */
const modulePath = (name: string): string => `/modules/${encodeURIComponent(name)}`;

/** All modules, with their state and the figures of the releases that users get. */
export function ModulesList() {
  const t = useTexts();
  const navigate = useNavigate();
  const state = useListState(useSearchParams(), { filters: [], sort: 'name' });
  const modules = useQuery(modulesQuery(state.query));
  const columns = useMemo(() => createModuleColumns(t), [t]);
  const { turnOff, turnOn } = useModuleActions();
  const open = ({ name }: ModuleSettingsDto) => void navigate(modulePath(name));
  return (
    <ListPage<ModuleSettingsDto>
      noun={t('modules.noun')}
      state={state}
      columns={columns}
      {...toListProps(modules)}
      backend={useListBackend('modules', '/api/modules/settings', state.query)}
      empty={{ sentence: <FirstRelease /> }}
      keyOf={({ id }) => id}
      nameOf={({ title }) => title}
      versionOf={({ updated_at }) => updated_at}
      onOpen={open}
      rowMenu={(module) => [
        { label: t('modules.open'), icon: SquareArrowOutUpRight, onSelect: () => open(module) },
        module.enabled
          ? { label: t('modules.off.confirm'), icon: PowerOff, danger: true, onSelect: () => turnOff(module) }
          : { label: t('modules.on.confirm'), icon: Power, onSelect: () => turnOn(module) },
      ]}
      narrow={(module) => ({
        title: module.title,
        status: <StatusChip of="module" state={moduleState(module)} />,
        second: [formatServed(t, module), module.owner].filter(Boolean).join(' · ') || '–',
        third: formatFigures(t, servedStats(module)),
      })}
    />
  );
}

/** How the first release comes. */
export function FirstRelease() {
  const t = useTexts();
  return (
    <>
      {t('modules.empty')}
      <Box
        component="code"
        sx={{ display: 'block', mt: 1.5, fontSize: 13, overflowWrap: 'anywhere', userSelect: 'all' }}
      >
        {`npx tessera-module publish dist --to ${location.origin}`}
      </Box>
    </>
  );
}
