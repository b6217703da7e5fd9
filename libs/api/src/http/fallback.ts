const authWords: Readonly<Record<string, string>> = {
  login: 'Login failed',
  register: 'Registration failed',
  refresh: 'Token refresh failed',
  logout: 'Logout failed',
};
const verbs: Readonly<Record<string, string>> = {
  GET: 'fetch',
  POST: 'create',
  PUT: 'update',
  PATCH: 'update',
  DELETE: 'delete',
};

/** What failed, for an answer without words of its own (specification section 8), e.g. `Failed to fetch tasks`. */
export function fallbackOf(method: string, url: string): string {
  const [, resource = 'data', call = ''] = new URL(url, location.href).pathname
    .replace(/^\/api/, '')
    .split('/');
  if (resource === 'auth') return authWords[call] ?? 'Login failed';
  return `Failed to ${verbs[method] ?? 'fetch'} ${resource.replaceAll('-', ' ')}`;
}
