/** Generates docs/api.md from the OpenAPI document: each operation, what it does and who may call it. */
import type { OpenAPIV3 } from 'openapi-types';

type Operation = OpenAPIV3.OperationObject & {
  'x-permission'?: string;
  'x-duty'?: string;
  'x-service-tokens'?: boolean;
  'x-rehearsal'?: 'within' | 'outside' | 'closed';
  'x-recent-sign-in'?: true | Record<string, string> | string[];
};

const methods = ['get', 'post', 'put', 'patch', 'delete'] as const;

const introduction = `# The API

Generated from \`libs/api/openapi.json\` by \`npm run contract\`: don't edit it. A running server has the complete document, with
every field, at \`/api/docs\` and \`/api/openapi.json\`.

- JSON, fields in snake_case; bodies may be camelCase. An unknown or read-only field is an error that names it.
- \`Authorization: Bearer …\` with the access token of \`POST /api/auth/login\`; it lasts 10 minutes, then
  \`POST /api/auth/refresh\` with the refresh token as the bearer gives the next two. A client without cookies signs in with
  \`"client": "api"\`; else a refresh needs the cookie of the sign-in as well.
- Lists are bare arrays. \`page\`, \`page_size\`, \`sort\` (\`-created_at\`) and filters (\`status=!bought,failed\`) are in the
  query; \`X-Total-Count\` and \`Link\` give the number of rows and the next page. \`Accept: text/csv\` returns CSV.
- Each row has an \`ETag\`; a change with a stale \`If-Match\` is 412 with the current row. A POST with an
  \`Idempotency-Key\` takes effect once.
- Errors are \`{ error, message, code, reason?, details?, context?, request_id }\`, at most 64 KB. \`message\` is
  English; \`code\`, \`reason\` (why, where the code leaves it open) and each field's \`code\` with its \`params\` are for
  clients to write their own text. \`details\` names the first 20 wrong fields, and \`message\` the number of further ones.

## Service tokens

A machine calls the API with a service token, which an owner creates for their realm, or an administrator for one or several
([access](product/access.md#service-tokens)). It needs no sign-in and no refresh: it is the bearer until it expires.

\`\`\`
curl -H "Authorization: Bearer $TESSERA_TOKEN" \
  "https://console.example/api/tasks?status=failed&page=1"
curl -H "Authorization: Bearer $TESSERA_TOKEN" -H 'Accept: text/csv' \
  https://console.example/api/ledger > ledger.csv
curl -N -H "Authorization: Bearer $TESSERA_TOKEN" https://console.example/api/stream
curl -X POST -H "Authorization: Bearer $TESSERA_TOKEN" -H 'Content-Type: application/json' \
  -H 'Idempotency-Key: nightly-2026-12-01' -d '{"template_id":7}' https://console.example/api/jobs
\`\`\`

- A token of several realms names one for each request: \`Tessera-Realm: 3\`. Without it the answer is 400 and names the header.
- What it may not do is 403 \`FORBIDDEN\` with \`reason: "SERVICE_TOKEN"\`: what belongs to a person (\`session\` below, but for the live
  stream), what needs a recent sign-in, and what is marked \`no service tokens\`.
- Once it has expired, was revoked or its realm is suspended, the answer is 401.

## Views

An administrator's session can view the console as somebody (\`POST /api/view-as\`, [access](product/access.md#view-as)). Then everything but GET and HEAD is 403
\`FORBIDDEN\` with \`reason: "VIEW_ONLY"\`, except \`DELETE /api/view-as\`, sign-out and refresh, and after 30 minutes everything is, with \`VIEW_ENDED\`,
until the view is ended. \`viewing\` of \`GET /api/me\` and of a refresh says who views, why and until when.

## Undo

- Answers of \`POST /api/tasks/bulk\` and \`POST /api/jobs/{id}/control\` list in \`undo\` the bulk commands that undo them, with
  exactly the tasks that were changed.
- \`PUT /api/tickets/{id}\` with \`{ "status": "ACTIVE" }\` undoes USED or CANCELLED for 15 seconds, for the person who set
  it; then 409 \`INVALID_STATE\`.

## Importing logins

\`POST /api/sites/{siteId}/logins/import\` takes a CSV file (\`text/csv\`, UTF-8; comma, semicolon or tab between cells; up to
2,000 rows and 100 columns). \`GET …/import/sample\` is a file to start from.

- The header names fields of a login, \`email\` among them. \`columns\` assigns other names, as a JSON object in the query:
  \`columns={"Mail address":"email","Notes":null}\` reads one as \`email\` and ignores the other. A column that is neither
  known nor assigned is an error that names it.
- \`dry_run=true\` writes nothing and answers what would happen: \`columns\`, \`counts\` of all rows, and up to 500 \`results\` and
  \`errors\`, rows as a spreadsheet counts them. Errors of row 1 concern the whole file.
- Without it, an error in any row rejects the file. \`skip_invalid=true\` imports the rows without an error and reports the
  others; \`update=true\` lets a row change the login of the site that has its e-mail.

## Operations

Each operation names who may call it: a permission with its scope, or else a duty
([access](product/access.md#duties)), \`session\` for every signed-in user, \`worker\` for
worker tokens, or \`public\`. \`recent sign-in\` means that the session must have signed in, or called
\`POST /api/me/reauthenticate\`, in the last 5 minutes; otherwise the answer is 401 \`REAUTH_REQUIRED\`, which a token refresh doesn't resolve.
\`rehearsals\` means that the operation can be called with \`X-Rehearsal: <id>\` ([rehearsals](product/rehearsals.md)); all others are
then 403 \`CLOSED_IN_REHEARSALS\`.
`;

/** Returns the page as Markdown. */
export function apiPage(document: OpenAPIV3.Document): string {
  const byTag = new Map<string, string[]>();
  for (const [path, item] of Object.entries(document.paths)) {
    for (const method of methods) {
      const operation = item?.[method];
      if (!operation) continue;
      const [tag = ''] = operation.tags ?? [];
      byTag.set(tag, [...(byTag.get(tag) ?? []), line(method, path, operation)]);
    }
  }
  const sections = [...byTag].map(([tag, lines]) => `## ${tag}\n\n${lines.join('\n')}\n`);
  return [introduction, ...sections].join('\n');
}

const line = (method: string, path: string, operation: Operation): string =>
  `- \`${method.toUpperCase()} ${path}\` — ${operation.summary ?? ''} (${operation['x-permission'] ?? ''}${dutyOf(operation)}${serviceTokens(operation)}${recentSignIn(operation)}${operation['x-rehearsal'] === 'closed' ? '' : '; rehearsals'})`;

const dutyOf = ({ 'x-duty': duty }: Operation): string => (duty ? ` or duty \`${duty}\`` : '');

function serviceTokens({ 'x-service-tokens': allowed }: Operation): string {
  if (allowed === undefined) return '';
  return allowed ? ' or a service token' : '; no service tokens';
}

function recentSignIn({ 'x-recent-sign-in': which }: Operation): string {
  if (!which) return '';
  const fields =
    which === true
      ? []
      : Array.isArray(which)
        ? which.map((field) => `\`${field}\``)
        : Object.entries(which).map(([field, value]) => `\`${field}: ${value}\``);
  return `; recent sign-in${fields.length > 0 ? ` for ${fields.join(', ')}` : ''}`;
}
