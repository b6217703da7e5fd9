// Maps the workspace libs' import names to their sources, from tsconfig.base.json, so that names live in one place.
const path = require('node:path');
const root = path.resolve(__dirname, '../../..');
const { paths } = require(path.join(root, 'tsconfig.base.json')).compilerOptions;

module.exports = () =>
  Object.fromEntries(Object.entries(paths).map(([name, [file]]) => [`^${name}$`, path.join(root, file)]));
