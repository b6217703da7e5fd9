import type { LoginChangeWritable, LoginDto } from '@tessera/api';

/** The form values of a login. A secret is undefined to keep it, null to clear it, a string to replace it. */
export interface LoginValues {
  email: string;
  name: string;
  user: string;
  supporter_id: string;
  status: LoginDto['status'];
  seats_to_set: number | null;
  amount_to_buy: number | null;
  members: string;
  age: number | null;
  basket: string;
  user_agent: string;
  password: string | null | undefined;
  card: string | null | undefined;
  proxy: string | null | undefined;
  address: string | null | undefined;
  home_phone: string | null | undefined;
  mobile_phone: string | null | undefined;
  realm_id: number | null;
}

/** The form values of a login or, for null, of a new one. */
export const toValues = (login: LoginDto | null): LoginValues => ({
  email: login?.email ?? '',
  name: login && login.name !== login.email ? login.name : '',
  user: login?.user ?? '',
  supporter_id: login?.supporter_id ?? '',
  status: login?.status ?? 'active',
  seats_to_set: login?.seats_to_set ?? null,
  amount_to_buy: login?.amount_to_buy ?? null,
  members: login?.members ?? '',
  age: login?.age ?? null,
  basket: login?.basket ?? '',
  user_agent: login?.user_agent ?? '',
  password: undefined,
  card: undefined,
  proxy: undefined,
  address: undefined,
  home_phone: undefined,
  mobile_phone: undefined,
  realm_id: login?.realm_id ?? null,
});

const secrets = ['password', 'card', 'proxy', 'address', 'home_phone', 'mobile_phone'] as const;

/** The request body: empty texts and numbers are null, unchanged secrets are omitted. */
function toRequestBody(values: LoginValues): LoginChangeWritable & { email: string } {
  const changedSecrets = Object.fromEntries(
    secrets
      .filter((name) => values[name] !== undefined)
      .map((name): [string, string | null | undefined] => [name, values[name]]),
  );
  return {
    email: values.email.trim(),
    name: values.name.trim(),
    user: values.user.trim() || null,
    supporter_id: values.supporter_id.trim() || null,
    status: values.status,
    seats_to_set: values.seats_to_set,
    amount_to_buy: values.amount_to_buy,
    members: values.members.trim() || null,
    age: values.age,
    basket: values.basket.trim() || null,
    user_agent: values.user_agent.trim() || null,
    ...changedSecrets,
  };
}

/** The changed fields of a login for a PATCH request, so that concurrent changes of other fields are kept. */
export function toChange(values: LoginValues, login: LoginDto): LoginChangeWritable {
  const before = toRequestBody(toValues(login));
  return Object.fromEntries(
    Object.entries(toRequestBody(values)).filter(
      ([name, value]) => value !== before[name as keyof typeof before],
    ),
  );
}

/** The request body of a new login, with the fields that are filled in. */
export const toNew = (values: LoginValues): LoginChangeWritable & { email: string } => ({
  ...Object.fromEntries(
    Object.entries(toRequestBody(values)).filter(([, value]) => value !== null && value !== ''),
  ),
  email: values.email.trim(),
});
