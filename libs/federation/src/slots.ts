// The places that modules fill (docs/modules/slots.md).
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
export { type PlacedSlot, type SlotHost, SlotHostContext, useSlots } from './slots/slot-host';
export { withinSlotTime } from './slots/slot-time';
export { SlotView, type SlotViewProps } from './slots/slot-view';
