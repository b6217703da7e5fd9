import type { ReactNode } from 'react';
import type { LiveDotProps, ErrorInfo } from '@tessera/ui';
import type { BulkAction } from './bulk-bar';
import type { Column, Density } from './column';
import type { DataTableProps } from './data-table-props';
import type { FilterDef } from './filters';
import type { ListBackend } from './list-backend';
import type { ListState } from './use-list-state';

type FromTable =
  | 'keyOf'
  | 'nameOf'
  | 'selection'
  | 'selectable'
  | 'onOpen'
  | 'openKey'
  | 'rowMenu'
  | 'expand'
  | 'narrow'
  | 'tone'
  | 'versionOf';

export interface ListPageProps<Row, Sub = never> extends Pick<DataTableProps<Row, Sub>, FromTable> {
  /** What the rows are, in the plural: "tasks". */
  noun: string;
  state: ListState;
  columns: readonly Column<Row>[];
  /** Undefined until the first answer. */
  rows: readonly Row[] | undefined;
  total?: number;
  totalCapped?: boolean;
  /** An answer is on its way. */
  fetching?: boolean;
  error?: ErrorInfo | null;
  onRefresh?: () => void;
  /** Saved views and CSV: `useListBackend` of `@tessera/api`. */
  backend?: ListBackend;
  filters?: readonly FilterDef[];
  /** Somebody turns to the filters: a list need not ask before for what they offer. */
  preloadFilters?: () => void;
  /** Null: no search. */
  searchPlaceholder?: string | null;
  searchWidth?: number;
  /** Presets, as NavTabs; the list's tools then stand beside them. */
  presets?: ReactNode;
  /** At the right end of the filters: "Refreshed 12 s ago". */
  filterEnd?: ReactNode;
  /** Between the views and the filters: the cart's totals. */
  above?: ReactNode;
  /** Shown while it is anything but live; a list that could not be read again says so itself. */
  live?: LiveDotProps;
  /** Before there is any row: one sentence and the primary action. */
  empty: { sentence: ReactNode; action?: ReactNode };
  /** This list's density where neither the URL nor the reader says one; rows of 36 by default. */
  defaultDensity?: Density;
  bulk?: readonly BulkAction[];
  bulkSummary?: ReactNode;
  bulkDetail?: ReactNode;
  /** Offered in the bulk bar when all shown rows are selected. */
  canSelectAll?: boolean;
  /** A virtual scroll in place of pages. */
  scroll?: Required<Pick<DataTableProps<Row, Sub>, 'onEndReached'>> &
    Pick<DataTableProps<Row, Sub>, 'onVisibleRangeChange'>;
  /** Ms until skeleton rows show: 300, jobs 1,000. */
  skeletonDelay?: number;
  /** Docked at the right: a DrawerPanel. */
  drawer?: ReactNode;
}
