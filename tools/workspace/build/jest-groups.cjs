const { globSync, mkdirSync, rmSync, statSync, writeFileSync } = require('node:fs');
const path = require('node:path');

/**
 * Jest's settings for a whole project, with its spec files in groups. Jest gives every file another registry of
 * modules, and a file that starts the server loads 1,500 modules into it: in a group they are loaded once. A file of a group is
 * a `describe` with its path as the name.
 *
 * @param config the project's settings, for its files one by one
 * @param options.folder the project's folder
 * @param options.groups how many groups there are
 * @param options.alone files that stay by themselves: they replace modules, or take as long as a group
 */
module.exports = function inGroups(config, { folder, groups, alone }) {
  const files = globSync('{src,test}/**/*.{spec,test}.{ts,tsx}', { cwd: folder });
  const single = files.filter((file) => alone.test(file));
  const size = (file) => statSync(path.join(folder, file)).size;
  const grouped = files.filter((file) => !alone.test(file)).sort((one, other) => size(other) - size(one));

  // Outside the project, whose own settings would take them for spec files of its source.
  const made = path.resolve(__dirname, '../../../tmp/jest-groups', path.basename(folder));
  rmSync(made, { recursive: true, force: true });
  mkdirSync(made, { recursive: true });
  const names = Array.from({ length: groups }, (_, group) => {
    // Dealt like cards, so that each group has large files and small ones.
    const members = grouped.filter((_file, index) => index % groups === group);
    const file = path.join(made, `group-${group + 1}.spec.ts`);
    writeFileSync(file, members.map((member) => describeFile(path.join(folder, member), member)).join(''));
    return file;
  });
  return {
    ...config,
    rootDir: folder,
    roots: [folder, made],
    testMatch: [...names, ...single.map((file) => path.join(folder, file))],
  };
};

const describeFile = (file, name) =>
  `describe(${JSON.stringify(name)}, () => {\n  require(${JSON.stringify(file)});\n});\n`;
