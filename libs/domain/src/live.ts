/** The live stream says something this often at least, so that a page knows that its connection is alive. */
export const liveHeartbeatMs = 3_000;
