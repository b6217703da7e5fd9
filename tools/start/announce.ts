import path from 'node:path';
import type { Product } from './product.ts';
import { saveSecrets, secretsFile, type Secrets } from './secrets.ts';
import { DEMO_OWNER_EMAIL } from './services.ts';
import { root, type Settings } from './settings.mjs';

/** An account the launcher had created, and where its password comes from. */
interface Account {
  label: string;
  email: string;
  password: string;
  generated: boolean;
}

/** Prints the address; on a first start also the passwords that were made up, each tried out before. */
export async function announce(
  product: Product,
  settings: Settings,
  secrets: Secrets,
  say: (line: string) => void,
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
  say('');
  say(`Tessera is ready: ${product.url}`);
  say('');
  for (const account of accounts)
    say(
      `  ${account.label.padEnd(14)} ${account.email}   ${await passwordHint(product.url, account, secrets)}`,
    );
  if (product.sandboxUrl) say(`  ${'Sandbox site'.padEnd(14)} ${product.sandboxUrl}`);
  say('');
  const kept = path.relative(root, secretsFile(settings.dataDir));
  say(
    secrets.announced
      ? `The first passwords were printed on the first start; ${kept} keeps them.`
      : `These passwords are printed this once; ${kept} keeps them for you.`,
  );
  say('Ctrl-C ends all of it.');
  if (!secrets.announced) saveSecrets(settings.dataDir, { ...secrets, announced: true });
}

async function passwordHint(url: string, account: Account, secrets: Secrets): Promise<string> {
  if (!account.generated) return '(the password you gave)';
  if (secrets.announced) return '(the password printed on the first start, or the one set since)';
  return (await signsIn(url, account)) ? account.password : '(exists already, with a password of its own)';
}

async function signsIn(url: string, { email, password }: Account): Promise<boolean> {
  const headers = { 'Content-Type': 'application/json' };
  const body = JSON.stringify({ email, password });
  const answer = await fetch(`${url}/api/auth/login`, { method: 'POST', headers, body });
  if (!answer.ok) return false;
  const { token } = (await answer.json()) as { token: string };
  await fetch(`${url}/api/auth/logout`, { method: 'POST', headers: { Authorization: `Bearer ${token}` } });
  return true;
}
