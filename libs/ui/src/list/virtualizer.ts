// The React Compiler warns where this hook is called, since what it answers changes without its identity changing. Here
// it is called in one place, which reads it out in the same render and passes only plain values on.
export { observeElementRect, useVirtualizer } from '@tanstack/react-virtual';
