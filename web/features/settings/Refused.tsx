import { Suspense } from 'react'
import { needsFreshSignIn } from '../../lib/api-error.ts'
import { errorText } from '../../lib/errors.ts'
import { lazyComponent } from '../../lib/lazy-component.ts'
import { FieldError } from '../../ui/Field.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'

export const SignInAgain = lazyComponent(() => import('../auth/SignInAgain.tsx'), ['auth', 'wallet'])

/** The error of a call. If the call requires a fresh sign-in, asks for it here; `onConfirmed` then repeats the call. */
export function Refused({ error, onConfirmed }: { error: unknown; onConfirmed: () => unknown }) {
  if (!needsFreshSignIn(error)) return <FieldError>{errorText(error)}</FieldError>
  return (
    <Suspense fallback={<Skeleton width="100%" height={180} />}>
      <SignInAgain refusal={error} onConfirmed={onConfirmed} />
    </Suspense>
  )
}
