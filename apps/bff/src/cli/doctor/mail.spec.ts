import { Client } from 'pg';
import { startApp } from '../../../test/app';
import { insert } from '../../../test/factories';
import { mailSettings, startMailServer } from '../../../test/mail-server';
import { Config } from '../../platform/config/config';
import { checkMail } from './mail';

it('finds an SMTP server that does not answer, and mails that could not be sent', async () => {
  const server = await startMailServer();
  const app = await startApp(mailSettings(server));
  const client = new Client({ connectionString: app.databaseUrl });
  await client.connect();
  const config = app.nest.get(Config, { strict: false });
  expect(await checkMail({ config: { ...config, mail: null }, client })).toEqual([
    { level: 'ok', text: 'Mail is off: SMTP_URL is not set' },
  ]);
  expect(await checkMail({ config, client })).toEqual([{ level: 'ok', text: 'The SMTP server answers' }]);
  await server.close();
  await insert(app, 'mails', { address: 'ida@quayside.example', kind: 'notice', status: 'dead' });
  expect(await checkMail({ config, client })).toMatchObject([
    { level: 'error', text: "The SMTP server can't be used: ESOCKET" },
    { level: 'warning', text: 'Mails that could not be sent: 1' },
  ]);
  await client.end();
  await app.close();
});
