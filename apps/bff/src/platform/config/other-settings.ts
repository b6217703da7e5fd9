interface OtherSetting {
  name: string;
  default: string;
  meaning: string;
  /** Whether it may come from the file that `<name>_FILE` names. */
  file?: true;
}

/** Settings of the programs beside the server, which read their environment themselves, by the program. */
export const otherSettings: Readonly<Record<string, readonly OtherSetting[]>> = {
  'The command `tessera`': [
    {
      name: 'BACKUP_PASSPHRASE',
      default: 'required for backups',
      meaning: 'Encrypts and opens backups, at least 16 characters; keep it apart from them',
      file: true,
    },
    {
      name: 'BACKUP_DATABASE_URL',
      default: '`DATABASE_URL`',
      meaning: 'Address for the role `tessera_backup`, which reads every row',
      file: true,
    },
    {
      name: 'VERIFY_DATABASE_URL',
      default: 'required by `verify-backup`',
      meaning: 'Address of an empty database for its owner; emptied again afterwards',
      file: true,
    },
    {
      name: 'ADMIN_DATABASE_URL',
      default: 'required by `roles`',
      meaning: 'Address for a superuser of the cluster',
      file: true,
    },
    ...['TESSERA', 'TESSERA_SERVER', 'TESSERA_BACKUP', 'TESSERA_MONITORING'].map((role) => ({
      name: `${role}_DB_PASSWORD`,
      default: 'the present one',
      meaning: `Password that \`roles\` gives the role \`${role.toLowerCase()}\``,
      file: true as const,
    })),
  ],
  'The reference worker': [
    { name: 'TESSERA_URL', default: 'required', meaning: 'Address of the console: http or https' },
    {
      name: 'WORKER_TOKEN',
      default: 'required',
      meaning: 'Token of a worker, created in the console',
      file: true,
    },
    {
      name: 'ALLOWED_HOSTS',
      default: 'required',
      meaning:
        'Hosts the worker may connect to, `host:port` separated by commas; no other is contacted but the console and the collector',
    },
    { name: 'WORKER_NAME', default: "the machine's name", meaning: 'Name that the console shows' },
    { name: 'WORKER_CAPACITY', default: '25', meaning: 'Tasks it runs at a time, 1 to 200' },
    { name: 'LOG_LEVEL', default: 'info', meaning: '`fatal` … `trace`, `silent`' },
    {
      name: 'OTEL_EXPORTER_OTLP_ENDPOINT',
      default: 'none: runs are not traced',
      meaning: 'Address of an OpenTelemetry collector, as at the server',
    },
    { name: 'OTEL_SERVICE_NAME', default: 'tessera-worker', meaning: "The workers' name in traces" },
  ],
  'The sandbox': [
    { name: 'SANDBOX_PORT', default: '3001', meaning: 'Port of the sandbox' },
    { name: 'HOST', default: '127.0.0.1', meaning: 'Address to listen on' },
    { name: 'SANDBOX_DATA', default: '.data/sandbox', meaning: 'Folder of its data' },
    { name: 'SANDBOX_SEED', default: '1', meaning: 'Seed of its random decisions' },
    {
      name: 'SANDBOX_PUBLIC_URL',
      default: 'the address that workers use',
      meaning: 'Address that browsers use, if it differs',
    },
  ],
  '`npm start`': [
    {
      name: 'POSTGRES_BIN',
      default: 'the embedded PostgreSQL',
      meaning: "Folder of another PostgreSQL's programs, for tests",
    },
    {
      name: 'PORT',
      default: '3000, or the next free one',
      meaning: 'If it is given and taken, the start stops',
    },
    { name: 'SANDBOX_PORT', default: 'the one after `PORT`', meaning: 'Port of the sandbox' },
    { name: 'WORKER_CAPACITY', default: '25', meaning: 'Tasks that the demo worker runs at a time' },
    {
      name: 'MAILBOX',
      default: 'on',
      meaning:
        '`on`: mails go to a page on this machine instead of an SMTP server ([mails on a page](data-folder.md#mails-on-a-page)); never without the demo or with `SMTP_URL`',
    },
    { name: 'DATABASE_URL', default: 'the embedded PostgreSQL', meaning: 'Another database' },
  ],
  'The image of the shell (nginx)': [
    { name: 'PORT', default: '8080', meaning: 'Port that nginx listens on' },
    {
      name: 'FRONT',
      default: 'required',
      meaning: 'Address or network (CIDR) of the proxy in front of it, whose X-Forwarded-For is trusted',
    },
    { name: 'BFF_URL', default: 'required', meaning: 'Address of the servers, such as `http://bff:3000`' },
    { name: 'RESOLVER', default: 'required', meaning: 'DNS server that resolves it again every 5 s' },
  ],
  'The command for modules, `tessera-module`': [
    { name: 'TESSERA_MODULE_SERVER', default: 'none', meaning: 'Address of the console, instead of `--to`' },
    {
      name: 'TESSERA_MODULE_TOKEN',
      default: 'none',
      meaning: "A publisher's token, instead of `--token-file`",
    },
  ],
};
