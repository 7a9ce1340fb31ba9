import { Trans, useLingui } from '@lingui/react/macro'
import { errorText } from '../../lib/errors.ts'
import { useExportOrders } from '../../queries/export-orders.ts'
import { Button } from '../../ui/Button.tsx'
import { toast } from '../../ui/toast.ts'

/** Saves all orders of the viewer as a CSV file. */
export function ExportOrders({ me }: { me: number }) {
  const { t } = useLingui()
  const { mutate, isPending } = useExportOrders(async (orders) => (await import('./orders-file.ts')).saveOrders(orders, me))
  const onSuccess = () => toast(t`The download has started.`)
  const onError = (error: Error) => toast(errorText(error), 'bad')
  return (
    <Button icon="file" small busy={isPending} onClick={() => mutate(undefined, { onSuccess, onError })}>
      <Trans>Export as CSV</Trans>
    </Button>
  )
}
