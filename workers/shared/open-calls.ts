/**
 * Calls that anybody may make from anywhere, with any content type, because a token in their URL authorizes them and no cookie does: mail
 * programs make them.
 */
export const OPEN_CALLS: ReadonlySet<string> = new Set(['POST /api/notifications/unsubscribe'])
