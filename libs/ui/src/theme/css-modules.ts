// Style sheets are imported for their side effect. Not a .d.ts, so that every project that compiles these sources
// includes the declaration.
declare module '*.css';
