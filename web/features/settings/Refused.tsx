import { Trans } from '@lingui/react/macro'
import { ApiError, auth } from '../../api.ts'
import { errorText } from '../../errors.ts'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/Button.tsx'
import { FieldError } from '../../ui/Field.tsx'

/** Why something was refused. A sign-in that is too old for it is made anew, and leads back to the settings. */
export function Refused({ error }: { error: unknown }) {
  const again = async () => {
    await auth.logout.$post()
    location.assign(`${paths.settings()}?ha=login`)
  }
  return (
    <>
      <FieldError>{errorText(error)}</FieldError>
      {error instanceof ApiError && error.code === 'sign_in_again' && (
        <Button onClick={again}>
          <Trans>Log in once more</Trans>
        </Button>
      )}
    </>
  )
}
