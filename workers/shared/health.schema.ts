/** The values above which the health check reports a fault. */
export const HEALTH_LIMITS = {
  /** Age of the newest block (seconds). Base has one every two seconds; the local chain makes one per transaction and is not checked. */
  headAge: 120,
  /** Time without progress of the cron, which runs every minute (seconds). */
  cronAge: 200,
  /** Distance from the last block that was read to the newest one: ten minutes of Base blocks. */
  blocksBehind: 300,
  /** The same as the difference of the two blocks' timestamps (seconds). */
  secondsBehind: 600,
}
