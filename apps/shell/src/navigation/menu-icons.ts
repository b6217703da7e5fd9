import {
  Bell,
  Building2,
  Circle,
  Landmark,
  Layers,
  LayoutDashboard,
  Link,
  ListChecks,
  Stamp,
  Ticket,
  Users,
  type LucideIcon,
} from 'lucide-react';

/** The icons that a module.json may name. */
const icons: Readonly<Record<string, LucideIcon>> = {
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
};

/** The icon of a menu entry; a plain circle for a name from a newer module. */
export const menuIcon = (name: string): LucideIcon => icons[name] ?? Circle;
