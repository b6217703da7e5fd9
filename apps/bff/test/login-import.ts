import type { LoginImportDto } from '../src/work/logins/login-import.dto';
import type { Answer, TestApp } from './app';

/** Imports a file of logins into a site; `query` includes its question mark. */
export const importLogins = <T = LoginImportDto>(
  app: TestApp,
  site: number,
  token: string,
  text: string,
  query = '',
): Promise<Answer<T>> =>
  app.http<T>('POST', `/api/sites/${site}/logins/import${query}`, {
    token,
    text,
    headers: { 'Content-Type': 'text/csv' },
  });

/** A CSV file of these lines. */
export const csv = (...lines: string[]): string => lines.join('\r\n');
