import {
  Bell,
  Blocks,
  BookOpenText,
  Building2,
  CalendarDays,
  Cpu,
  createLucideIcon,
  FlaskConical,
  Hourglass,
  KeyRound,
  Landmark,
  Layers,
  LayoutDashboard,
  Link,
  ListChecks,
  type LucideIcon,
  type LucideIconNode,
  Package,
  ScrollText,
  Stamp,
  Ticket,
  Users,
  Wallet,
} from 'lucide-react';
import type { ModuleNav } from '@tessera/federation';

/** The icons of the console's own pages, by their names in a module.json; those of other modules come as drawings. */
const knownIcons: Readonly<Record<string, LucideIcon | undefined>> = {
  'layout-dashboard': LayoutDashboard,
  'list-checks': ListChecks,
  layers: Layers,
  stamp: Stamp,
  landmark: Landmark,
  ticket: Ticket,
  bell: Bell,
  link: Link,
  users: Users,
  'building-2': Building2,
  'calendar-days': CalendarDays,
  'flask-conical': FlaskConical,
  wallet: Wallet,
  'book-open-text': BookOpenText,
  hourglass: Hourglass,
  'key-round': KeyRound,
  cpu: Cpu,
  blocks: Blocks,
  'scroll-text': ScrollText,
};

const tags = ['path', 'circle', 'ellipse', 'line', 'polygon', 'polyline', 'rect'] as const;
const attributes = /^(?:d|cx|cy|r|rx|ry|x|y|x1|x2|y1|y2|width|height|points)$/;
const maxShapes = 40;

/** The drawn icons, so that an entry keeps its component between renders. */
const drawnIcons = new Map<string, LucideIcon>();

/** The icon of a menu entry: a known one, else the module's drawing, else a neutral one. */
export function menuIcon({ icon, drawing }: Pick<ModuleNav, 'icon' | 'drawing'>): LucideIcon {
  const known = Object.hasOwn(knownIcons, icon) ? knownIcons[icon] : undefined;
  if (known) return known;
  const shapes = toShapes(drawing);
  if (!shapes) return Package;
  const key = JSON.stringify(shapes);
  const drawn = drawnIcons.get(key) ?? createLucideIcon(icon, shapes);
  drawnIcons.set(key, drawn);
  return drawn;
}

/** A drawing as elements of SVG; null unless it consists of plain shapes alone. */
function toShapes(drawing: unknown): LucideIconNode[] | null {
  if (!Array.isArray(drawing) || drawing.length === 0 || drawing.length > maxShapes) return null;
  const shapes = drawing.map((shape: unknown, index) => toShape(shape, index));
  return shapes.every((shape) => shape !== null) ? shapes : null;
}

function toShape(shape: unknown, index: number): LucideIconNode | null {
  const [name, given] = Array.isArray(shape) ? (shape as unknown[]) : [];
  const tag = tags.find((one) => one === name);
  if (!tag || typeof given !== 'object' || given === null) return null;
  const drawn = Object.entries(given).filter(
    (entry): entry is [string, string] => attributes.test(entry[0]) && typeof entry[1] === 'string',
  );
  return [tag, { ...Object.fromEntries(drawn), key: String(index) }];
}
