import { Box, IconButton, MenuItem, OutlinedInput, Select } from '@mui/material';
import { ChevronLeft, ChevronRight, ChevronsLeft } from 'lucide-react';
import { useId } from 'react';
import { formatCount, useBottomInset } from '@tessera/ui';
import { useTexts } from './texts';
import { pageSizes } from './use-list-state';

/** Height in px, which snackbars stay clear of. */
const HEIGHT = 40;

interface PaginationProps {
  page: number;
  pageSize: number;
  /** The number of matching rows; undefined while unknown. */
  total: number | undefined;
  /** Whether counting stopped at `total`: it shows "10,000+". */
  capped?: boolean;
  /** The number of rows on this page. */
  shown: number;
  onPage: (page: number) => void;
  onPageSize: (size: number) => void;
}

/** The range of rows shown and their total, the page buttons, and the number of rows per page. */
export function Pagination({
  page,
  pageSize,
  total,
  capped = false,
  shown,
  onPage,
  onPageSize,
}: PaginationProps) {
  const t = useTexts();
  const id = useId();
  useBottomInset(HEIGHT);
  const from = shown === 0 ? 0 : (page - 1) * pageSize + 1;
  const hasNext =
    total === undefined ? shown === pageSize : capped ? shown === pageSize : page * pageSize < total;
  const range = { from: formatCount(from), to: formatCount(from === 0 ? 0 : from + shown - 1) };
  return (
    <Box
      component="nav"
      aria-label={t('pages.title')}
      sx={{
        typography: 'caption',
        display: 'flex',
        alignItems: 'center',
        gap: 1,
        minHeight: HEIGHT,
        px: 3,
        borderTop: 1,
        borderColor: 'line.main',
        color: 'text.secondary',
      }}
    >
      <Box component="span" id={id} sx={{ display: { xs: 'none', sm: 'inline' } }}>
        {t('pages.size')}
      </Box>
      <Select
        value={pageSize}
        onChange={(event) => onPageSize(event.target.value)}
        input={<OutlinedInput notched={false} />}
        SelectDisplayProps={{ 'aria-labelledby': id }}
        sx={{ minHeight: 24, '& .MuiSelect-select.MuiInputBase-input': { py: '1px', typography: 'caption' } }}
      >
        {[...new Set([...pageSizes, pageSize])]
          .sort((a, b) => a - b)
          .map((size) => (
            <MenuItem key={size} value={size}>
              {size}
            </MenuItem>
          ))}
      </Select>
      <Box component="span" role="status" sx={{ flex: 1, textAlign: 'right' }}>
        {total === undefined
          ? t('pages.range', range)
          : t('pages.rangeOf', { ...range, total: formatCount(total, capped) })}
      </Box>
      <IconButton size="small" aria-label={t('pages.first')} disabled={page <= 1} onClick={() => onPage(1)}>
        <ChevronsLeft size={16} strokeWidth={1.75} aria-hidden />
      </IconButton>
      <IconButton
        size="small"
        aria-label={t('pages.previous')}
        disabled={page <= 1}
        onClick={() => onPage(page - 1)}
      >
        <ChevronLeft size={16} strokeWidth={1.75} aria-hidden />
      </IconButton>
      <IconButton
        size="small"
        aria-label={t('pages.next')}
        disabled={!hasNext}
        onClick={() => onPage(page + 1)}
      >
        <ChevronRight size={16} strokeWidth={1.75} aria-hidden />
      </IconButton>
    </Box>
  );
}
