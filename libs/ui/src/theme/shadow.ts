/** The two shadows of the look: menus, bars and snackbars; dialogs. */
export const shadow = {
  menu: '0 6px 20px -4px rgb(20 14 24 / 18%)',
  dialog: '0 24px 64px -12px rgb(20 14 24 / 34%)',
} as const;
