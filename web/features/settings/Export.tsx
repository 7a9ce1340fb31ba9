import { Trans } from '@lingui/react/macro'
import { useExportData } from '../../queries/account.ts'
import { Button } from '../../ui/Button.tsx'
import { Refused } from './Refused.tsx'
import { Section } from './Section.tsx'

/** Saves a complete file to the device. */
function save(file: Blob): void {
  const address = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = address
  link.download = 'warren-my-data.json'
  link.click()
  // The browser starts to read the address only after this function has returned.
  setTimeout(URL.revokeObjectURL, 60_000, address)
}

export function Export() {
  const get = useExportData(save)
  return (
    <Section
      title={<Trans>Your data</Trans>}
      text={
        <Trans>
          All your data in one JSON file: account, profile, listings, orders, messages you wrote, carrots, people you follow. Passwords and
          keys are not included.
        </Trans>
      }
    >
      <Button icon="file" busy={get.isPending} onClick={() => get.mutate()}>
        <Trans>Download my data</Trans>
      </Button>
      {get.isError && <Refused error={get.error} onConfirmed={() => get.mutate()} />}
      <p className="unseen" role="status">
        {get.isSuccess && <Trans>The download has started.</Trans>}
      </p>
    </Section>
  )
}
