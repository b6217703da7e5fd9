module.exports = {
  testEnvironment: 'jsdom',
  moduleNameMapper: { '\\.css$': '<rootDir>/style-sheet.cjs' },
  transform: {
    '\\.tsx?$': [
      '@swc/jest',
      {
        jsc: { parser: { syntax: 'typescript', tsx: true }, transform: { react: { runtime: 'automatic' } } },
        module: { type: 'commonjs' },
      },
    ],
  },
};
