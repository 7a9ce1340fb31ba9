/** For this long after a sign-in, the calls that need a fresh one are allowed (seconds). */
export const FRESH_SECONDS = 15 * 60
