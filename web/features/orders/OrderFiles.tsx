import { Trans, useLingui } from '@lingui/react/macro'
import { Suspense, useState } from 'react'
import { errorText } from '../../lib/errors.ts'
import { lazyComponent } from '../../lib/lazy-component.ts'
import { useExportOrders } from '../../queries/export-orders.ts'
import { Icon } from '../../ui/Icon.tsx'
import { Menu } from '../../ui/Menu.tsx'
import { Spinner } from '../../ui/Spinner.tsx'
import { toast } from '../../ui/toast.ts'
import css from './OrdersPage.module.css'

const StatementDialog = lazyComponent(() => import('./StatementDialog.tsx'), ['orders'])

/** A menu that saves all orders of the viewer as a CSV file, or the invoices of a year. */
export function OrderFiles({ me }: { me: number }) {
  const { t } = useLingui()
  const [isOpen, setOpen] = useState(false)
  const { mutate, isPending } = useExportOrders(async (orders) => (await import('./orders-file.ts')).saveOrders(orders, me))
  const onSuccess = () => toast(t`The download has started.`)
  const onError = (error: Error) => toast(errorText(error), 'bad')
  return (
    <>
      <Menu
        label={t`Export`}
        button={
          <>
            {isPending ? <Spinner /> : <Icon name="file" size={18} />}
            <span className={css.wide}>
              <Trans>Export</Trans>
            </span>
            <Icon name="down" size={16} />
          </>
        }
      >
        <button type="button" disabled={isPending} onClick={() => mutate(undefined, { onSuccess, onError })}>
          <Icon name="list" />
          <Trans>All orders as CSV</Trans>
        </button>
        <button type="button" onClick={() => setOpen(true)}>
          <Icon name="calendar" />
          <Trans>Yearly statement</Trans>
        </button>
      </Menu>
      {isOpen && (
        <Suspense fallback={null}>
          <StatementDialog onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
