/** The hues of statuses. */
export const hues = ['stone', 'lapis', 'aegean', 'ochre', 'verdigris', 'cinnabar'] as const;
export type Hue = (typeof hues)[number];

/** A hue of a color scheme: icon, text, and background of text. */
export interface HueTokens {
  main: string;
  text: string;
  tint: string;
}

/** All colors of a color scheme (docs/product/look.md). */
export interface SchemeTokens {
  surface: Record<'canvas' | 'main' | 'sunken' | 'raised' | 'hover' | 'selected', string>;
  line: Record<'subtle' | 'main' | 'control', string>;
  bar: Record<'main' | 'text' | 'secondary' | 'link', string>;
  ink: Record<'main' | 'text', string>;
  accent: Record<'main' | 'hover' | 'text' | 'line' | 'focus', string>;
  text: Record<'primary' | 'secondary' | 'tertiary', string>;
  status: Record<Hue, HueTokens> & { on: string };
  chart: Record<'bought' | 'carted' | 'running' | 'waiting' | 'notStarted' | 'failed', string>;
  mosaic: Record<'ground' | 'stone' | 'pale' | 'warm' | 'rose' | 'gold', string>;
}

export const light: SchemeTokens = {
  surface: {
    canvas: '#F3F1F4',
    main: '#FFFFFF',
    sunken: '#F8F7F9',
    raised: '#FFFFFF',
    hover: '#F6F3F7',
    selected: '#F9EAF2',
  },
  line: { subtle: '#E9E5EB', main: '#D9D4DD', control: '#8C8494' },
  bar: { main: '#241B2B', text: '#F6F2F8', secondary: '#C0B4C9', link: '#F2B6D8' },
  ink: { main: '#241B2B', text: '#F6F2F8' },
  accent: { main: '#8A1A5E', hover: '#741350', text: '#8A1A5E', line: '#DDA9C6', focus: '#8A1A5E' },
  text: { primary: '#1E1724', secondary: '#544B5C', tertiary: '#6B6273' },
  status: {
    on: '#FFFFFF',
    stone: { main: '#6A6172', text: '#50475A', tint: '#EFECF1' },
    lapis: { main: '#2553C4', text: '#1E459F', tint: '#E6EDFC' },
    aegean: { main: '#0A7489', text: '#075B6D', tint: '#DDF2F6' },
    ochre: { main: '#A75B00', text: '#7F4600', tint: '#FCEFD9' },
    verdigris: { main: '#167A45', text: '#0F5F36', tint: '#DFF4E7' },
    cinnabar: { main: '#C32E1C', text: '#A12214', tint: '#FDE9E5' },
  },
  chart: {
    bought: '#247254',
    carted: '#C77B06',
    running: '#0A3893',
    waiting: '#0F9EDE',
    notStarted: '#928B99',
    failed: '#A82C12',
  },
  mosaic: {
    ground: '#EBE7EC',
    stone: '#D5C9D8',
    pale: '#E3DDE5',
    warm: '#DFD5D8',
    rose: '#8A1A5E',
    gold: '#CF8A1E',
  },
};

export const dark: SchemeTokens = {
  surface: {
    canvas: '#100D13',
    main: '#17131B',
    sunken: '#130F16',
    raised: '#221C28',
    hover: '#1F1A25',
    selected: '#371D31',
  },
  line: { subtle: '#28222E', main: '#3A3342', control: '#7E7488' },
  bar: { main: '#372D41', text: '#F3EFF6', secondary: '#BFB4C9', link: '#F6B3D7' },
  ink: { main: '#F1ECF4', text: '#1B1421' },
  accent: { main: '#B23A7E', hover: '#BD4489', text: '#F29CCB', line: '#7C3A63', focus: '#F29CCB' },
  text: { primary: '#F0ECF3', secondary: '#B9AFC2', tertiary: '#9A8FA5' },
  status: {
    on: '#150F19',
    stone: { main: '#A99EB4', text: '#C3B9CC', tint: '#2A2431' },
    lapis: { main: '#86ABFF', text: '#A9C4FF', tint: '#1B2745' },
    aegean: { main: '#4CC3DA', text: '#82D8E8', tint: '#0E3039' },
    ochre: { main: '#F0AE3C', text: '#F6C673', tint: '#3A2910' },
    verdigris: { main: '#4EC585', text: '#84DBAB', tint: '#123322' },
    cinnabar: { main: '#FF8A75', text: '#FFAB9B', tint: '#43201B' },
  },
  chart: {
    bought: '#2A8563',
    carted: '#F8B318',
    running: '#3268EE',
    waiting: '#A6DFEE',
    notStarted: '#756B80',
    failed: '#F33218',
  },
  mosaic: {
    ground: '#100D13',
    stone: '#4A4152',
    pale: '#1C1722',
    warm: '#2A2028',
    rose: '#D8549E',
    gold: '#F0AE3C',
  },
};

/** Durations in ms and easing of transitions; the base styles disable them for reduced motion. */
export const motion = {
  hover: 120,
  menu: 160,
  drawer: 200,
  changed: 900,
  easing: 'cubic-bezier(.2,0,0,1)',
} as const;

/** Whether the user prefers reduced motion. */
export const prefersReducedMotion = (): boolean =>
  'matchMedia' in window && window.matchMedia('(prefers-reduced-motion: reduce)').matches;

/** The shadow of menus, bars and snackbars, and that of dialogs. */
export const shadow = {
  menu: '0 6px 20px -4px rgb(20 14 24 / 18%)',
  dialog: '0 24px 64px -12px rgb(20 14 24 / 34%)',
} as const;
