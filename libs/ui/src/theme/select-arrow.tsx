import { ChevronDown } from 'lucide-react';

/** The arrow of selects, in place of MUI's triangle. */
export const SelectArrow = ({ className }: { className?: string }) => (
  <ChevronDown className={className} size={16} strokeWidth={1.75} aria-hidden />
);
