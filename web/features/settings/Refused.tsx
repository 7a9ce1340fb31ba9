import { Suspense } from 'react'
import { needsFreshSignIn } from '../../lib/api-error.ts'
import { errorText } from '../../lib/errors.ts'
import { lazyComponent } from '../../lib/lazy-component.ts'
import { FieldError } from '../../ui/Field.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'

export const SignInAgain = lazyComponent(() => import('../auth/SignInAgain.tsx'), ['auth', 'wallet'])

/**
 * Why something was refused. Where the login is too long ago for it, the person confirms here who they are, and `onConfirmed` does again
 * what was refused.
 */
export function Refused({ error, onConfirmed }: { error: unknown; onConfirmed: () => unknown }) {
  if (!needsFreshSignIn(error)) return <FieldError>{errorText(error)}</FieldError>
  return (
    <Suspense fallback={<Skeleton width="100%" height={180} />}>
      <SignInAgain refusal={error} onConfirmed={onConfirmed} />
    </Suspense>
  )
}
