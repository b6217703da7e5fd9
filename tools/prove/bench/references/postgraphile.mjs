// PostGraphile over the product's tables, at PORT.
import http from 'node:http';
import { postgraphile } from 'postgraphile';
import { makePgService } from 'postgraphile/adaptors/pg';
import { grafserv } from 'postgraphile/grafserv/node';
import { PostGraphileAmberPreset } from 'postgraphile/presets/amber';
import { makeV4Preset } from 'postgraphile/presets/v4';

const instance = postgraphile({
  extends: [PostGraphileAmberPreset, makeV4Preset()],
  pgServices: [makePgService({ connectionString: process.env.DATABASE_URL, schemas: ['public'] })],
  grafserv: { graphqlPath: '/graphql', websockets: false },
});
const service = instance.createServ(grafserv);
const server = http.createServer();
server.on('error', (error) => console.error(error.message));
await service.addTo(server);
server.listen(Number(process.env.PORT), '127.0.0.1');
