import { NEW_METHOD_SECONDS } from '../../workers/auth/fresh-sign-in.schema.ts'
import { run } from './database.ts'

/** Makes a user's sessions older, so that calls that need a fresh sign-in refuse them. */
export async function ageSessions(userId: number, seconds = 45 * 60): Promise<void> {
  await run('update sessions set created_at = created_at - ? where user_id = ?', [seconds, userId])
}

/** Makes the notices about a user's wallets older, by default by 72 hours, so that they can be dismissed. */
export async function ageWalletChanges(userId: number, seconds = NEW_METHOD_SECONDS): Promise<void> {
  await run('update wallet_changes set at = at - ? where user_id = ?', [seconds, userId])
}
