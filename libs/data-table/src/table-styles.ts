import { styled, type Theme } from '@mui/material';

/**
 * A native checkbox in the theme's colours. Tables and long choices have hundreds of them: MUI's is four elements with a
 * ripple each.
 */
export const checkboxStyles = ({ vars }: Theme) =>
  ({
    width: 'var(--box, 15px)',
    height: 'var(--box, 15px)',
    flex: 'none',
    margin: 0,
    accentColor: vars.palette.accent.main,
    cursor: 'pointer',
    // In a dark scheme Chromium draws the dash dark, which is hard to see on the accent.
    '&:indeterminate': { colorScheme: 'light' },
    '&:disabled': { opacity: 0.4, cursor: 'default' },
  }) as const;

/** The styles of a table, computed once for all its rows and cells, which are plain elements with class names. */
export const StyledTable = styled('table')(({ theme }) => {
  const { vars, typography } = theme;
  const p = vars.palette;
  return {
    tableLayout: 'fixed',
    width: '100%',
    borderCollapse: 'separate',
    borderSpacing: 0,
    minWidth: '100%',
    '--target': '24px',
    '--changed': p.surface.selected,
    '@media (pointer: coarse)': { '--target': '40px' },
    '& > thead:not(.hidden)': { position: 'sticky', top: 0, zIndex: 2 },
    '& thead.hidden': { position: 'absolute', clipPath: 'inset(50%)' },
    '& th': {
      ...typography.subtitle2,
      height: 30,
      padding: '0 8px',
      textAlign: 'left',
      whiteSpace: 'nowrap',
      color: p.text.secondary,
      backgroundColor: p.surface.sunken,
      borderBottom: `1px solid ${p.line.main}`,
    },
    '& th.right, & td.right': { textAlign: 'right' },
    // Separates a number, which is aligned right, from the text after it.
    '& th.right + th:not(.right), & td.right + td:not(.right, .menu)': { paddingLeft: 24 },
    '& th .name': { display: 'block', minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis' },
    '& th button': {
      font: 'inherit',
      color: 'inherit',
      display: 'inline-flex',
      alignItems: 'center',
      gap: 4,
      maxWidth: '100%',
      padding: 0,
      border: 0,
      background: 'none',
      cursor: 'pointer',
      '&:hover': { color: p.text.primary },
    },
    '& th[aria-sort="ascending"] button, & th[aria-sort="descending"] button': { color: p.text.primary },
    '& td': {
      ...typography.body2,
      height: 'var(--row)',
      padding: '0 8px',
      overflow: 'hidden',
      textOverflow: 'ellipsis',
      whiteSpace: 'nowrap',
      borderBottom: `1px solid ${p.line.subtle}`,
    },
    '& th:first-of-type, & td:first-of-type': { paddingLeft: 'var(--edge, 24px)' },
    '& th:last-of-type, & td:last-of-type': { paddingRight: 'var(--edge-end, 20px)' },
    '& td.strong': { fontWeight: 550 },
    '& td.quiet': { color: p.text.secondary },
    '& td.menu, & td.unclipped': { overflow: 'visible' },
    '& td.menu': { lineHeight: 0 },
    '& td .reason': { ...typography.caption, color: p.text.secondary, marginLeft: 8 },
    '& td.select, & th.select': { overflow: 'visible', lineHeight: 0 },
    // The label is the click target; its negative margin aligns the checkbox with the text of other cells.
    '& .select label': {
      display: 'inline-grid',
      placeItems: 'center',
      width: 'var(--target)',
      height: 'var(--target)',
      margin: 'calc((var(--box, 15px) - var(--target)) / 2)',
    },
    '& .select input': checkboxStyles(theme),
    '& tbody tr.openable': { cursor: 'pointer' },
    '& tbody tr.row:focus-visible': { outlineOffset: -2 },
    '& tbody tr.faded td': { color: p.text.tertiary, fontWeight: 400 },
    '@media (hover: hover)': {
      '& tbody tr.row:hover': { backgroundColor: p.surface.hover },
      // Narrow rows and touch screens always show the icon of the row's menu.
      '&:not(.three) tr:not(:hover, :focus-within) .rowmenu svg': { visibility: 'hidden' },
    },
    '& tbody tr.row.selected': { backgroundColor: p.surface.selected },
    '& tbody tr.row.lapsing': { backgroundColor: p.status.ochre.tint },
    '& tbody tr.lapsing td:first-of-type': { boxShadow: `inset 3px 0 0 ${p.status.ochre.main}` },
    '& tbody tr.open td:first-of-type': { boxShadow: `inset 2px 0 0 ${p.accent.main}` },
    '& tbody tr.sub': {
      backgroundColor: p.surface.sunken,
      '--row': '36px',
      '& > td': { paddingBlock: 4 },
      '& table': {
        width: '100%',
        tableLayout: 'fixed',
        borderCollapse: 'collapse',
        '--edge': '0px',
        '--edge-end': '0px',
      },
      '& table td': { color: p.text.secondary },
      '& table th': { borderColor: p.line.subtle },
      '& table tr:last-of-type td': { borderBottom: 0 },
    },
    // Row lines where rows are not rendered yet during a fast scroll.
    '& tbody tr.gap td': {
      padding: 0,
      border: 0,
      backgroundImage: `repeating-linear-gradient(transparent 0 calc(var(--row) - 1px), ${p.line.subtle} 0 var(--row))`,
    },
    '& .icon': {
      width: 'var(--target)',
      height: 'var(--target)',
      // A target that is higher than its row must not stretch it.
      marginBlock: 'min(0px, calc((var(--row) - 1px - var(--target)) / 2))',
      padding: 0,
      display: 'inline-grid',
      placeItems: 'center',
      border: 0,
      borderRadius: 6,
      background: 'none',
      color: p.text.secondary,
      cursor: 'pointer',
      verticalAlign: 'middle',
      '&:hover': { backgroundColor: p.line.subtle, color: p.text.primary },
    },
    '&.three': { '--box': '18px' },
    '&.three td:first-of-type': { paddingLeft: 'var(--edge, 15px)' },
    '&.three td:last-of-type': { paddingRight: 'var(--edge-end, 12px)' },
    '& .narrow': { whiteSpace: 'nowrap' },
    '& .narrow div': { display: 'flex', alignItems: 'center', justifyContent: 'space-between', gap: 8 },
    '& .narrow .second, & .narrow span': { overflow: 'hidden', textOverflow: 'ellipsis', minWidth: 0 },
    '& .narrow .second': { display: 'block', color: p.text.secondary },
    '& .narrow .title': { fontWeight: 550 },
    '& .narrow .status, & .narrow .end': { flex: 'none' },
    '& .narrow .third': { ...typography.caption, lineHeight: '18px', color: p.text.tertiary },
    '& .narrow .end': { color: p.text.secondary },
    '& .narrow .actions': { justifyContent: 'flex-start', paddingBlock: 4 },
    '& .truncated': { display: 'flex', minWidth: 0, whiteSpace: 'pre' },
    '& .truncated > span': { overflow: 'hidden', textOverflow: 'ellipsis' },
    '& tbody td > .status-badge': { maxWidth: 'none', overflow: 'visible' },
    '& tbody td > .status-badge, & tbody td > .status-badge-paused': { verticalAlign: 'baseline' },
  };
});
