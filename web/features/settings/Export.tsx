import { Trans } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { auth } from '../../lib/api.ts'
import { Button } from '../../ui/Button.tsx'
import { Refused } from './Refused.tsx'
import { Section } from './Section.tsx'

/** Hands a file over as if it had been downloaded; only whole, so an answer that broke off leaves none. */
async function download(): Promise<void> {
  const answer = (await auth.exportMyData.$get()) as unknown as Response
  const address = URL.createObjectURL(await answer.blob())
  const link = document.createElement('a')
  link.href = address
  link.download = 'warren-my-data.json'
  link.click()
  // The browser takes the address up after this.
  setTimeout(URL.revokeObjectURL, 60_000, address)
}

export function Export() {
  const get = useMutation({ mutationFn: download })
  return (
    <Section
      title={<Trans>Your data</Trans>}
      text={
        <Trans>
          Everything that is yours as one JSON file: account, profile, listings, orders, what you wrote, carrots, whom you follow. Passwords
          and keys are not in it.
        </Trans>
      }
    >
      <Button icon="file" busy={get.isPending} onClick={() => get.mutate()}>
        <Trans>Download my data</Trans>
      </Button>
      {get.isError && <Refused error={get.error} onConfirmed={() => get.mutate()} />}
      <p className="unseen" role="status">
        {get.isSuccess && <Trans>The file was handed to your browser.</Trans>}
      </p>
    </Section>
  )
}
