import { Button, Link, Switch } from '@mui/material';
import { Check, ListEnd } from 'lucide-react';
import { Checkbox, PlainSelect, PlainTextField } from '../src/forms';
import {
  Alert,
  CountdownText,
  countsBySeries,
  EmptyState,
  ErrorAlert,
  LiveStatus,
  Logo,
  ModuleFailed,
  MosaicBackground,
  Page,
  PageHeader,
  Panel,
  PanelPage,
  PermissionRequired,
  SegmentedProgress,
  StackedColumns,
  type StateKind,
  states,
  StatusChip,
} from '../src/index';
import { CountdownTiles, DescriptionList, DrawerPanel, LineChart, NavTabs, Timeline } from '../src/panels';

const until = Date.parse('2026-11-20T14:34:00Z');
const columns = ['14:00', '14:30'].map((label) => ({
  label,
  values: countsBySeries({ running: 3, failed: 1, bought: 2 }),
}));

const lines = [
  { label: '1.9.0, p50', color: 'bought' as const, dashed: true, values: [310, null] },
  { label: '1.9.0, p95', color: 'bought' as const, values: [780, 810] },
];

/** All components on one page, for checks of all of them. */
export function Gallery() {
  return (
    <main>
      <Page>
        <PageHeader
          title="Gallery"
          meta="of everything"
          actions={<Button variant="contained">Launch a job</Button>}
        />
        <NavTabs
          label="Views"
          value="a"
          onChange={() => undefined}
          items={[{ value: 'a', label: 'All', count: 5 }]}
        />
        <DrawerPanel
          title="HC north 05"
          status={<StatusChip of="task" state="queued" />}
          onClose={() => undefined}
        >
          <DescriptionList
            items={[
              { term: 'Seats', value: '4 together' },
              { term: 'Proxy', value: null },
            ]}
          />
          <Timeline
            entries={[{ id: 1, at: until, icon: ListEnd, hue: 'lapis', what: 'Idle → Queued', by: 'Queue' }]}
          />
        </DrawerPanel>
      </Page>
      <PanelPage>
        {(Object.keys(states) as StateKind[]).map((of) => (
          <p key={of}>
            {Object.keys(states[of]).map((state) => (
              <StatusChip key={state} of={of} state={state} paused={of === 'task'} />
            ))}
          </p>
        ))}
        <Panel title="Tasks by status" meta="every 30 min" padded>
          <StackedColumns label="Tasks by status" columns={columns} />
          <StackedColumns label="Tasks by status, as a table" columns={columns} asTable />
          <LineChart label="Load time" points={columns} lines={lines} format={String} />
          <LineChart label="Load time, as a table" points={columns} lines={lines} format={String} asTable />
          <SegmentedProgress counts={{ bought: 2, running: 3 }} />
        </Panel>
        <Panel title="Controls" padded>
          <PlainTextField
            label="Name"
            help="As people know it"
            value="Harbour City"
            onChange={() => undefined}
          />
          <PlainTextField label="Address" error="Enter an address" value="" onChange={() => undefined} />
          <PlainSelect
            label="Type"
            value="a"
            options={[{ value: 'a', label: 'Hold' }]}
            onChange={() => undefined}
          />
          <Checkbox slotProps={{ input: { 'aria-label': 'Show expired' } }} />
          <Switch slotProps={{ input: { 'aria-label': 'Enabled' } }} />
          <Button startIcon={<Check size={16} aria-hidden />}>Secondary</Button>
          <Button variant="text">Quiet</Button>
          <Button variant="contained" color="error">
            Delete 4 tasks
          </Button>
          <Link href="/tasks">All tasks</Link>
          <CountdownText until={until} />
          <CountdownTiles until={until} totalSeconds={600} />
          <LiveStatus state="reconnecting" />
        </Panel>
        <Alert
          tone="warning"
          title="Why is it not running?"
          actions={<Button size="small">Show the 3 ahead</Button>}
        >
          No worker serves this site.
        </Alert>
        <ErrorAlert
          error={{ message: 'Internal server error', code: 'SERVER_ERROR', requestId: '7f3c' }}
          onRetry={() => undefined}
        />
        <EmptyState action={<Button>New task</Button>}>No tasks yet.</EmptyState>
        <PermissionRequired permission="write:own" />
        <ModuleFailed module="Tickets" cause="TIMEOUT" onRetry={() => undefined}>
          The module did not answer.
        </ModuleFailed>
        <Logo withName />
        <div style={{ position: 'relative', height: 100 }}>
          <MosaicBackground />
        </div>
      </PanelPage>
    </main>
  );
}
