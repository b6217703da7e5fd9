import { connectToSmtp, smtpFault } from '../../platform/mail/transport';
import { failure, type Finding, ok, warning } from '../finding';
import { type Examination, readAsAll } from './examination';

/** Whether the SMTP server takes connections and the login, and whether mails could not be sent. Sends none. */
export async function checkMail({ config: { mail }, client }: Examination): Promise<Finding[]> {
  if (!mail) return [ok('Mail is off: SMTP_URL is not set')];
  const [counted] = await readAsAll<{ dead: number }>(
    client,
    "SELECT count(*)::int AS dead FROM mails WHERE status = 'dead'",
  );
  const dead = counted?.dead ?? 0;
  const unsent =
    dead > 0
      ? [
          warning(
            `Mails that could not be sent: ${dead}`,
            'Users, Mails shows why; mend that and repeat them there (docs/operate/mail.md).',
          ),
        ]
      : [];
  const transport = connectToSmtp(mail);
  try {
    await transport.verify();
    return [ok('The SMTP server answers'), ...unsent];
  } catch (error) {
    return [
      failure(
        `The SMTP server can't be used: ${smtpFault(error)}`,
        "Correct SMTP_URL (docs/operate/mail.md): host, port, login, and TLS with a certificate that proves the server's name.",
      ),
      ...unsent,
    ];
  } finally {
    transport.close();
  }
}
