// An S3 service for tests: `node s3-process.cjs folder bucket` prints its port and runs until standard input ends.
const S3rver = require('@20minutes/s3rver');

const [directory, bucket] = process.argv.slice(2);
const options = {
  address: '127.0.0.1',
  port: 0,
  silent: true,
  directory,
  configureBuckets: [{ name: bucket }],
};

new S3rver(options).run().then(({ port }) => process.stdout.write(`${port}\n`));
process.stdin.resume().on('end', () => process.exit(0));
