/** What other features may use of logins. */
export { LoginLookup, requireSameRealm } from './login-lookup';
export { LoginsModule } from './logins.module';
