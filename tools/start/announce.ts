import path from 'node:path';
import type { Mailbox } from './mailbox/mailbox.ts';
import type { Product } from './product.ts';
import { saveSecrets, type Secrets, secretsFile } from './secrets.ts';
import { DEMO_OWNER_EMAIL } from './services.ts';
import { root, type Settings } from './settings.mjs';

/** An account that the launcher created; `generated`: whether its password is generated. */
interface Account {
  label: string;
  email: string;
  password: string;
  generated: boolean;
}

/** Prints the address and, on the first start, the generated passwords that can sign in. */
export async function announce(
  product: Product,
  settings: Settings,
  secrets: Secrets,
  log: (line: string) => void,
  mailbox: Mailbox | null,
): Promise<void> {
  const accounts: Account[] = [
    {
      label: 'Administrator',
      email: settings.adminEmail,
      password: settings.adminPassword ?? secrets.adminPassword,
      generated: settings.adminPassword === null,
    },
    ...(settings.demo
      ? [
          {
            label: 'Demo realm',
            email: DEMO_OWNER_EMAIL,
            password: secrets.demoOwnerPassword,
            generated: true,
          },
        ]
      : []),
  ];
  log('');
  log(`Tessera is ready: ${product.url}`);
  log('');
  for (const account of accounts)
    log(
      `  ${account.label.padEnd(14)} ${account.email}   ${await passwordHint(product.url, account, secrets)}`,
    );
  if (product.sandboxUrl) log(`  ${'Sandbox site'.padEnd(14)} ${product.sandboxUrl}`);
  if (mailbox) log(`  ${'Mails'.padEnd(14)} ${mailbox.url}`);
  log('');
  const fromRoot = path.relative(root, secretsFile(settings.dataDir));
  const secretsPath = fromRoot.startsWith('..') ? secretsFile(settings.dataDir) : fromRoot;
  log(
    secrets.announced
      ? `The generated passwords were printed on the first start; they are stored in ${secretsPath}.`
      : `These passwords are printed only once; they are stored in ${secretsPath}.`,
  );
  if (!secrets.announced) saveSecrets(settings.dataDir, { ...secrets, announced: true });
  log('Press Ctrl-C to stop.');
}

async function passwordHint(url: string, account: Account, secrets: Secrets): Promise<string> {
  if (!account.generated) return '(the password in ADMIN_PASSWORD)';
  if (secrets.announced) return '(the password printed on the first start, or its replacement)';
  return (await canSignIn(url, account)) ? account.password : '(already exists with another password)';
}

async function canSignIn(url: string, { email, password }: Account): Promise<boolean> {
  const headers = { 'Content-Type': 'application/json' };
  const body = JSON.stringify({ email, password, client: 'api' });
  const answer = await fetch(`${url}/api/auth/login`, { method: 'POST', headers, body });
  if (!answer.ok) return false;
  const { token } = (await answer.json()) as { token: string };
  await fetch(`${url}/api/auth/logout`, { method: 'POST', headers: { Authorization: `Bearer ${token}` } });
  return true;
}
