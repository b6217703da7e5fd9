/** Where a sign-in with a provider begins; it leads to a page of the console afterwards. */
export const startUrl = (provider: number, to: string): string =>
  `/api/auth/sso/${provider}/start?${new URLSearchParams({ to }).toString()}`;
