import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Invoice } from '../../../workers/orders/invoices.schema.ts'
import { ErrorState } from '../../lib/ErrorState.tsx'
import { errorText } from '../../lib/errors.ts'
import type { PageProps } from '../../lib/page-props.ts'
import { paths } from '../../lib/paths.ts'
import { invoiceQuery, useSaveDocument } from '../../queries/invoices.ts'
import { orderQuery } from '../../queries/orders.ts'
import { openDialog } from '../../session/dialogs.ts'
import { useTitle } from '../../session/title.ts'
import { useViewer } from '../../session/viewer.ts'
import { Button, ButtonLink } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { toast } from '../../ui/toast.ts'
import css from './InvoicePage.module.css'
import { InvoiceSheet } from './InvoiceSheet.tsx'
import { invoiceContent } from './invoice-content.ts'
import { LoginFirst } from './LoginFirst.tsx'
import { hasInvoice } from './order-invoice.ts'
import { tokenAmount } from './token-amount.ts'

/** `/invoices/:id`: the invoice of an order, to print or save, for its two parties. */
export default function InvoicePage({ params }: PageProps) {
  const { t } = useLingui()
  const viewer = useViewer()
  const id = params.id!
  const { data: invoice, error, isFetching, refetch } = useQuery({ ...invoiceQuery(id), enabled: Boolean(viewer) })
  useTitle(invoice ? invoiceContent(invoice).title : t`Invoice`)
  useEffect(() => {
    if (viewer === null) openDialog('login')
  }, [viewer])

  if (viewer === null) return <LoginFirst />
  if (invoice) return <Loaded invoice={invoice} />
  if (invoice === null) return <NoInvoice id={id} />
  if (error) return <ErrorState error={error} onRetry={() => refetch()} busy={isFetching} />
  return <Loading />
}

function Loaded({ invoice }: { invoice: Invoice }) {
  const { t } = useLingui()
  const { mutate, isPending } = useSaveDocument(async () => (await import('./invoice-pdf.ts')).saveInvoice(invoice))
  const save = () =>
    mutate(undefined, { onSuccess: () => toast(t`The download has started.`), onError: (error) => toast(errorText(error), 'bad') })
  return (
    <div className={`wrap ${css.page}`}>
      <div className={css.actions}>
        <ButtonLink small icon="left" href={paths.order(invoice.order)}>
          <Trans>Order</Trans>
        </ButtonLink>
        <Button small icon="news" onClick={() => print()}>
          <Trans>Print</Trans>
        </Button>
        <Button small icon="file" look="primary" busy={isPending} onClick={save}>
          <Trans>Download PDF</Trans>
        </Button>
      </div>
      <InvoiceSheet content={invoiceContent(invoice)} />
      {invoice.sellerPart && <SellerPart token={invoice.token} sellerPart={invoice.sellerPart} />}
    </div>
  )
}

/** The fee and the amount received, which only the seller sees. They are not printed. */
function SellerPart({ token, sellerPart }: { token: string; sellerPart: NonNullable<Invoice['sellerPart']> }) {
  const fee = tokenAmount(sellerPart.fee, token)
  const received = tokenAmount(sellerPart.received, token)
  return (
    <p className={`small mute ${css.own}`}>
      <Trans>
        Only you see this: the platform fee was {fee}, and you received {received}. Your yearly statement lists both.
      </Trans>
    </p>
  )
}

/** Explains why there is no invoice: it comes soon, the order has none, or the viewer is not part of the order. */
function NoInvoice({ id }: { id: string }) {
  const { data: order, error } = useQuery(orderQuery(id))
  const isComing = Boolean(order && hasInvoice(order))
  useQuery({ ...invoiceQuery(id, true), enabled: isComing })
  if (!order && !error) return <Loading />
  if (!order)
    return (
      <EmptyState
        drawing="lost"
        title={<Trans>You don’t have access to this invoice</Trans>}
        text={<Trans>The invoice does not exist, or you are logged in to another account.</Trans>}
      >
        <ButtonLink look="primary" href={paths.orders()}>
          <Trans>See my orders</Trans>
        </ButtonLink>
      </EmptyState>
    )
  return (
    <EmptyState
      drawing="orders"
      title={isComing ? <Trans>The invoice is being issued</Trans> : <Trans>This order has no invoice</Trans>}
      text={
        isComing ? (
          <Trans>It appears here when the payout is final on the network, usually within two minutes.</Trans>
        ) : (
          <Trans>An order has an invoice if it was paid with a quote from this site and the seller has received money.</Trans>
        )
      }
    >
      <ButtonLink look="primary" href={paths.order(id)}>
        <Trans>Back to the order</Trans>
      </ButtonLink>
    </EmptyState>
  )
}

function Loading() {
  const { t } = useLingui()
  return (
    <div className={`wrap ${css.page}`} role="status" aria-label={t`Loading`}>
      <Skeleton width="100%" height={44} />
      <Skeleton width="100%" ratio="1 / 1" />
    </div>
  )
}
