// The places of pages that modules fill (docs/modules/slots.md).
export { SlotCards, type SlotCardsProps } from './slots/slot-cards';
export { type SlotColumn, useSlotColumns } from './slots/use-slot-columns';
export { type SlotTab, useSlotTabs } from './slots/use-slot-tabs';
