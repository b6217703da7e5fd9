// Loaded into each process that the launcher starts: when the launcher is gone, however it went, the process ends too.
process.on('disconnect', () => {
  process.kill(process.pid, 'SIGTERM');
  setTimeout(() => process.exit(1), 10_000).unref();
});
process.channel?.unref();
