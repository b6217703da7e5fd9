import { Skeleton } from '@mui/material';

const widths = [62, 48, 70, 54, 66, 44];

/** Rows that stand in while the first answer is on its way. */
export function SkeletonRows({ rows, columns }: { rows: number; columns: number }) {
  return Array.from({ length: rows }, (_, row) => (
    <tr key={row} aria-hidden>
      {Array.from({ length: columns }, (_, column) => (
        <td key={column}>
          <Skeleton height={10} width={`${widths[(row + column) % widths.length]}%`} />
        </td>
      ))}
    </tr>
  ));
}
