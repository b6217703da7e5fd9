// An S3 service for tests: `node s3-process.cjs folder bucket` prints its port and runs until standard input ends.
const { createServer } = require('node:http');
const S3rver = require('@20minutes/s3rver');

const [directory, bucket] = process.argv.slice(2);
const service = new S3rver({ silent: true, directory, configureBuckets: [{ name: bucket }] });
const handle = service.getMiddleware();

// S3 writes and deletes an object as a whole. This service uses several files in a folder that it removes when it is empty, and
// loses an object that is written meanwhile, so it gets one request at a time.
let previous = Promise.resolve();
const server = createServer((request, response) => {
  previous = previous.then(
    () =>
      new Promise((done) => {
        response.once('close', done);
        if (request.destroyed) done();
        else handle(request, response);
      }),
  );
});
service.configureBuckets().then(() => {
  server.listen(0, '127.0.0.1', () => process.stdout.write(`${server.address().port}\n`));
});
process.stdin.resume().on('end', () => process.exit(0));
