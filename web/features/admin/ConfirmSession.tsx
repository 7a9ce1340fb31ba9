import { Suspense } from 'react'
import type { ApiError } from '../../lib/api-error.ts'
import { lazyComponent } from '../../lib/lazy-component.ts'
import { Skeleton } from '../../ui/Skeleton.tsx'

const SignInAgain = lazyComponent(() => import('../auth/SignInAgain.tsx'), ['auth', 'wallet'])

/** Asks an admin to sign in again with the wallet, after the server has refused a call; `onConfirmed` repeats the call. */
export const ConfirmSession = ({ refusal, onConfirmed }: { refusal: ApiError; onConfirmed: () => unknown }) => (
  <Suspense fallback={<Skeleton width="100%" height={180} />}>
    <SignInAgain refusal={refusal} onConfirmed={onConfirmed} onlyByWallet />
  </Suspense>
)
