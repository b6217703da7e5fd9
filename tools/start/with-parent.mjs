// Preloaded into each process that the launcher starts: the process exits when the launcher does, even after SIGKILL.
process.on('disconnect', () => {
  process.kill(process.pid, 'SIGTERM');
  setTimeout(() => process.exit(1), 10_000).unref();
});
process.channel?.unref();
