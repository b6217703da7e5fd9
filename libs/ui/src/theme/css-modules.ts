// Style sheets are imported for their effect alone. Here and not in a .d.ts, so that every project that compiles these
// sources knows it too.
declare module '*.css';
