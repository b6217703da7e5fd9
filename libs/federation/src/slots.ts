// What fills the places of slots, fetched where one is shown (docs/modules/slots.md); which slots there are is in the package's main entry.
export { CellStore } from './slots/cell-store';
export type {
  CheckPlan,
  CheckResult,
  LoadCells,
  PlanToCheck,
  RecordSlot,
  SlotCell,
  SlotContents,
  SlotExport,
} from './slots/slot-contents';
export { SlotView, type SlotViewProps } from './slots/slot-view';
export { withinSlotTime } from './time-limits';
