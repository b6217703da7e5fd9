import { styled, unstable_memoTheme as memoTheme, type Theme } from '@mui/material';
import { rowCheckboxLook } from './row-checkbox';

/**
 * The table's looks, resolved once for all its rows and cells: a styled component for every cell would cost more than
 * the cell. Rows and cells are plain elements with these class names.
 */
export const TableFrame = styled('table')(memoTheme(({ theme }) => look(theme)));

/** Three dots without an element: a row that comes into sight is drawn within a frame. */
const dots = [-5, 0, 5]
  .map((px) => `radial-gradient(circle at calc(50% + ${px}px) 50%, currentColor 1.25px, transparent 1.75px)`)
  .join(', ');

function look(theme: Theme) {
  const { vars, typography } = theme;
  const p = vars.palette;
  return {
    tableLayout: 'fixed',
    width: '100%',
    borderCollapse: 'separate',
    borderSpacing: 0,
    '--icon': '24px',
    '@media (pointer: coarse)': { '--icon': '40px' },
    minWidth: '100%',
    // All of it as one: were it each of its cells, all would be reckoned with in each frame.
    '& > thead:not(.hidden)': { position: 'sticky', top: 0, zIndex: 2 },
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
    // A layer each that knows its place by itself: what changes in one group (row-groups.ts), or comes beside it, doesn't
    // have the others painted again. By `position` alone, the clips of all cells would be reckoned anew from the table's edge.
    '& tbody.group, & tbody:not(.group) tr.row, & tbody tr.changed': { transform: 'translate(0)' },
    '& th.right, & td.right': { textAlign: 'right' },
    // Figures fit, and a stub is cut by its cell; what is clipped costs a layer of painting each.
    '& tbody tr.row td.right': { overflow: 'visible' },
    '& tbody td > .ticket-stub': { maxWidth: 'none', overflow: 'visible' },
    '& tbody td > .ticket-stub, & tbody td > .ticket-pause': { verticalAlign: 'baseline' },
    // A figure and the word after it would else run into one another.
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
    // One line below a row: the borders of its cells would be painted each by itself.
    '&.long tbody tr.row': {
      backgroundImage: `linear-gradient(${p.line.subtle}, ${p.line.subtle})`,
      backgroundPosition: '0 100%',
      backgroundRepeat: 'no-repeat',
      backgroundSize: '100% 1px',
    },
    // A line that fills its cell: cells whose content is lower are laid out twice, and leave twice as much to be collected.
    // Box and menu are no line at all, and as high with their margins.
    '&.long tbody tr.row td': {
      paddingBottom: 1,
      borderBottom: 0,
      // Where the system has its own colours, a background's wouldn't be one of them.
      '@media (forced-colors: active)': { paddingBottom: 0, borderBottom: '1px solid' },
      lineHeight: 'calc(var(--row) - 1px)',
      '& input': { display: 'block', marginBlock: 'calc((var(--row) - 1px - var(--hit)) / 2)' },
      '& .icon': {
        marginBlock: 'calc((var(--row) - 1px - var(--icon)) / 2)',
        verticalAlign: 'top',
      },
      '& .icon.rowmenu': { display: 'block', marginInlineStart: 'auto' },
    },
    '& th:first-of-type, & td:first-of-type': { paddingLeft: 'var(--edge, 24px)' },
    '& th:last-of-type, & td:last-of-type': { paddingRight: 'var(--edge-end, 20px)' },
    '& td.strong': { fontWeight: 550 },
    '& td.quiet': { color: p.text.secondary },
    '& td.select, & th.select': { overflow: 'visible', lineHeight: 0 },
    '& .select input': rowCheckboxLook(theme),
    '& td .reason': { ...typography.caption, color: p.text.secondary, marginLeft: 8 },
    // The row below the mouse (use-pointed-row.ts).
    '& tbody tr.row[data-pointed]:not(.selected, .lapsing)': { backgroundColor: p.surface.hover },
    '& tbody tr.openable': { cursor: 'pointer' },
    '& tbody tr.row:focus-visible': { outlineOffset: -2 },
    '& tbody tr.faded td': { color: p.text.tertiary, fontWeight: 400 },
    '& tbody tr.lapsing': { backgroundColor: p.status.ochre.tint },
    '& tbody tr.lapsing td:first-of-type': { boxShadow: `inset 3px 0 0 ${p.status.ochre.main}` },
    '& tbody tr.selected': { backgroundColor: p.surface.selected },
    '& tbody tr.lapsing.selected': { backgroundColor: p.status.ochre.tint },
    // What lies behind a row that changed live and fades: browsers fade it without the page's doing.
    '& tbody tr.changed::after': {
      content: '""',
      position: 'absolute',
      inset: '0 0 1px',
      zIndex: -1,
      opacity: 0,
      backgroundColor: p.surface.selected,
    },
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
    // Lines where rows are to come: what isn't drawn yet while somebody scrolls fast looks like a table too.
    '& tbody tr.gap td': {
      height: 'auto',
      padding: 0,
      border: 0,
      backgroundImage: `repeating-linear-gradient(transparent 0 calc(var(--row) - 1px), ${p.line.subtle} 0 var(--row))`,
    },
    '& td.menu, & td.uncut': { overflow: 'visible' },
    '& thead.hidden': { position: 'absolute', clipPath: 'inset(50%)' },
    '&.three td:first-of-type': { paddingLeft: 'var(--edge, 15px)' },
    '&.three td:last-of-type': { paddingRight: 'var(--edge-end, 12px)' },
    '&.three': { '--box': '18px' },
    '& .icon': {
      width: 'var(--icon)',
      height: 'var(--icon)',
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
    '& .icon.rowmenu': { display: 'inline-block' },
    // Not by opacity, which would lay out each row that the pointer comes over.
    '& tr[data-pointed] .rowmenu, & tr:focus-within .rowmenu, & .rowmenu[aria-expanded="true"], &.three .rowmenu':
      {
        backgroundImage: dots,
      },
    '@media (hover: none)': { '& .icon.rowmenu': { backgroundImage: dots } },
    '& .kept': { display: 'flex', minWidth: 0, whiteSpace: 'pre' },
    '& .kept > span': { overflow: 'hidden', textOverflow: 'ellipsis' },
    '& .narrow': { whiteSpace: 'nowrap' },
    '& .narrow div': { display: 'flex', alignItems: 'center', justifyContent: 'space-between', gap: 8 },
    '& .narrow .second, & .narrow span': { overflow: 'hidden', textOverflow: 'ellipsis', minWidth: 0 },
    '& .narrow .second': { display: 'block', color: p.text.secondary },
    '& .narrow .title': { fontWeight: 550 },
    '& .narrow .status, & .narrow .end': { flex: 'none' },
    '& .narrow .third': { ...typography.caption, lineHeight: '18px', color: p.text.tertiary },
    '& .narrow .end': { color: p.text.secondary },
    '& .narrow .actions': { justifyContent: 'flex-start', paddingBlock: 4 },
  } as const;
}
