/** What other features may use of realms. */
export { type RealmStatus, realmStatuses } from './realm.entity';
export { RealmsModule } from './realms.module';
