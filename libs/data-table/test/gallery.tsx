import { Page, PageHeader, StatusChip } from '@tessera/ui';
import { DrawerPanel, NavTabs } from '@tessera/ui/panels';
import { makeBackend } from './list-backend';
import { TaskList } from './task-list';

/** A list page with each of its parts, for checks of the whole. */
export function Gallery() {
  return (
    <main>
      <Page>
        <PageHeader title="Gallery" />
        <TaskList
          narrow={(task) => ({ title: task.name })}
          start="status=!bought"
          presets={
            <NavTabs
              label="Views"
              value="a"
              onChange={() => undefined}
              items={[{ value: 'a', label: 'All', count: 5 }]}
            />
          }
          rowMenu={() => [{ label: 'Start', onSelect: () => undefined }]}
          expand={{
            rows: (task) => [`${task.id}-a`],
            key: (seat) => seat,
            columns: [{ id: 'seat', header: 'Seat', cell: (seat) => seat }],
          }}
          onRefresh={() => undefined}
          backend={makeBackend()}
          drawer={
            <DrawerPanel
              title="HC north 05"
              status={<StatusChip of="task" state="queued" />}
              onClose={() => undefined}
            >
              Overview
            </DrawerPanel>
          }
        />
      </Page>
    </main>
  );
}
