/** What other features may use of logins. */
export { LoginLookup, sameRealm } from './login-lookup';
export { LoginsModule } from './logins.module';
