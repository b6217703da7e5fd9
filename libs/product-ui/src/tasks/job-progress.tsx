import { Box } from '@mui/material';
import { SegmentedProgress } from '@tessera/ui';
import { useTexts } from '../texts';

export interface JobProgressProps {
  /** The number of the job's tasks by status. */
  counts: Readonly<Record<string, number>>;
}

/** A job's tasks by state. Finished tasks are kept for a time only; their job stays. */
export function JobProgress({ counts }: JobProgressProps) {
  const t = useTexts();
  return Object.values(counts).some((count) => count > 0) ? (
    <SegmentedProgress counts={counts} />
  ) : (
    <Box component="span" sx={{ color: 'text.secondary' }} title={t('jobTasksGoneHelp')}>
      {t('jobTasksGone')}
    </Box>
  );
}
