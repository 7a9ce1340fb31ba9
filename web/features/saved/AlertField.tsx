import { Trans, useLingui } from '@lingui/react/macro'
import type { Alert } from '../../../workers/listings/saved/searches.schema.ts'
import { Select } from '../../ui/Field.tsx'

/** Chooses when the member is notified about new listings. `label` names the search for screen readers. */
export function AlertField({ label, value, onChange }: { label?: string; value: Alert; onChange: (alert: Alert) => void }) {
  const { t } = useLingui()
  return (
    <Select
      label={label ?? <Trans>Notify me about new listings</Trans>}
      bare={Boolean(label)}
      value={value}
      options={[
        ['now', t`At once`],
        ['daily', t`Every morning`],
        ['never', t`Never`],
      ]}
      onChange={(event) => onChange(event.target.value as Alert)}
    />
  )
}
