// The rules that releases are published by, and the headers that pages have. By their path, as in release.ts.
export * from '../../domain/src/module-compatibility.ts';
export * from '../../domain/src/module-rules.ts';
export * from '../../domain/src/page-headers.ts';
