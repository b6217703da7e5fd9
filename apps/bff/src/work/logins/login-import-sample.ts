import { toCsv } from '../../platform/http/csv';
import { importableFields } from './login-import-columns';
import type { LoginImportRow } from './logins.dto';

const rows: LoginImportRow[] = [
  {
    email: 'ann@example.com',
    name: 'Ann Example',
    user: 'ann',
    supporter_id: '100200',
    age: 34,
    status: 'active',
    members: '100201,100202',
    amount_to_buy: 2,
    seats_to_set: 2,
    password: 'the password at the site',
    card: 'tok_visa_4242',
    address: '1 Harbour Street',
    mobile_phone: '07700 900123',
  },
  { email: 'bo@example.com' },
];

/** A file to import: its first row has all common fields, its second only the required one. */
export const importSample = (): string => toCsv(importableFields(), rows);
