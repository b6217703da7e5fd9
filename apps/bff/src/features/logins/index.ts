/** What other features may use of logins. */
export { LoginLookup, requireSameRealm } from './login-lookup';
export { LoginWriter } from './login-writer';
export { LoginsModule } from './logins.module';
