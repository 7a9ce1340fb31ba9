import { auth } from '../../lib/api.ts'
import { needsFreshSignIn } from '../../lib/api-error.ts'
import { renewing } from '../../session/viewer.ts'

/** Runs what needs a login of just now; where that is too long ago and the password is at hand, it confirms with it and runs it again. */
export async function confirmedBy<T>(password: string | undefined, run: () => Promise<T>): Promise<T> {
  try {
    return await run()
  } catch (error) {
    if (!password || !needsFreshSignIn(error)) throw error
    await renewing(auth.signInAgain.$post({ json: { password } }))
    return run()
  }
}
