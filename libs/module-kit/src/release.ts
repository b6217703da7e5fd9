// The contract of a release. By its path, so that the command also runs from its sources; the package imports it by name.
export * from '../../domain/src/module-release.ts';
