import { Trans } from '@lingui/react/macro'
import { saveFile } from '../../lib/save-file.ts'
import { useExportData } from '../../queries/account.ts'
import { Button } from '../../ui/Button.tsx'
import { Refused } from './Refused.tsx'
import { Section } from './Section.tsx'

export function Export() {
  const get = useExportData((file) => saveFile(file, 'warren-my-data.json'))
  return (
    <Section
      title={<Trans>Your data</Trans>}
      text={
        <Trans>
          All your data in one JSON file: account, profile, listings, files, applications, orders, reviews, reports, messages you wrote,
          carrots, people you follow. Passwords and keys are not included.
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
