import {
  Bell,
  Building2,
  Landmark,
  Layers,
  LayoutDashboard,
  Link,
  ListChecks,
  type LucideIcon,
  Stamp,
  Ticket,
  Users,
} from 'lucide-react';

/** The icons that a module.json may name. */
export const menuIcons: Readonly<Record<string, LucideIcon>> = {
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
