/** A mail that was taken over. */
export interface ReceivedMail {
  id: number;
  at: Date;
  to: string;
  subject: string;
  text: string;
  html: string | null;
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escape = (text: string): string => text.replace(/[&<>"]/g, (character) => entities[character] ?? '');

const withLinks = (text: string): string =>
  escape(text).replace(
    /https?:\/\/[^\s<>"]+/g,
    (url) => `<a href="${url}" target="_blank" rel="noreferrer">${url}</a>`,
  );

const layout = (title: string, body: string, head = ''): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escape(title)}</title>
${head}<style>
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { max-width: 60rem; margin: 2rem auto; padding: 0 1rem; overflow-wrap: anywhere; }
li { margin-bottom: 0.75rem; }
pre { white-space: pre-wrap; font: inherit; }
iframe { width: 100%; height: 40rem; border: 1px solid; background: white; color-scheme: light; }
</style>
</head>
<body><main>
${body}
</main></body>
</html>
`;

const facts = ({ at, to }: ReceivedMail): string =>
  `To ${escape(to)}, <time datetime="${at.toISOString()}">${escape(at.toLocaleString())}</time>`;

/** The list, newest first; it loads itself again. */
export function listPage(mails: readonly ReceivedMail[]): string {
  const items = mails.map(
    (mail) => `<li><a href="${mail.id}">${escape(mail.subject || 'No subject')}</a><br>${facts(mail)}</li>`,
  );
  return layout(
    'Mails of this console',
    `<h1>Mails of this console</h1>
<p>What the console sends while <code>npm start</code> runs without an SMTP server. Nothing leaves this machine.</p>
${items.length > 0 ? `<ul>\n${items.join('\n')}\n</ul>` : '<p>No mail was sent yet.</p>'}`,
    '<meta http-equiv="refresh" content="5">\n',
  );
}

/** One mail, as text and as its reader's program shows it. */
export const mailPage = (mail: ReceivedMail): string =>
  layout(
    mail.subject || 'No subject',
    `<p><a href="./">All mails</a></p>
<h1>${escape(mail.subject || 'No subject')}</h1>
<p>${facts(mail)}</p>
<h2>Text</h2>
<pre>${withLinks(mail.text)}</pre>
${
  mail.html === null
    ? ''
    : `<h2>HTML</h2>
<iframe title="The mail as HTML" sandbox="allow-popups allow-popups-to-escape-sandbox" src="${mail.id}/html"></iframe>`
}`,
  );

/** The mail's own document, for a frame. */
export const mailDocument = ({ html }: ReceivedMail): string | null =>
  html === null ? null : `<!doctype html><base target="_blank">${html}`;
