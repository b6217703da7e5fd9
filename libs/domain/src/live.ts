/** The longest pause between two messages of the live stream, by which a page detects a dead connection. */
export const liveHeartbeatMs = 3_000;
