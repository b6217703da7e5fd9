// The rules that releases are published by. By their path, as in release.ts.
export * from '../../domain/src/module-compatibility.ts';
export * from '../../domain/src/module-rules.ts';
