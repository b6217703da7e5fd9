const name = 'tessera_check';

/** Whether cookies work: sets a test cookie, reads it back and removes it (specification section 2). */
export function cookiesWork(): boolean {
  document.cookie = `${name}=1; Path=/; SameSite=Lax`;
  const found = document.cookie.split('; ').includes(`${name}=1`);
  document.cookie = `${name}=; Path=/; Max-Age=0; SameSite=Lax`;
  return found;
}
