import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Invoice } from '../../../workers/orders/invoices.schema.ts'
import type { Role } from '../../../workers/orders/orders.schema.ts'
import { errorText } from '../../lib/errors.ts'
import { LoadError } from '../../lib/LoadError.tsx'
import { firstInvoiceQuery, useSaveStatement } from '../../queries/invoices.ts'
import { loadedSide } from '../../queries/orders.ts'
import { cachedUser } from '../../session/viewer.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Select } from '../../ui/Field.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Segmented } from '../../ui/Tabs.tsx'
import { toast } from '../../ui/toast.ts'
import css from './StatementDialog.module.css'

/** The years from the first invoice to now, newest first. */
function yearsSince(since: number | null | undefined): number[] {
  const now = new Date().getUTCFullYear()
  const first = since ? new Date(since * 1000).getUTCFullYear() : now
  return Array.from({ length: now - first + 1 }, (_, i) => now - i)
}

/** Saves the invoices of a year and their sums, as a seller or as a buyer, as a CSV or PDF file. */
export default function StatementDialog({ onClose }: { onClose: () => void }) {
  const { t } = useLingui()
  const [role, setRole] = useState<Role>(() => loadedSide(cachedUser()?.user_id ?? 0))
  const [chosen, setYear] = useState<number | null>(null)
  const query = useQuery(firstInvoiceQuery(role))
  const since = query.data
  return (
    <Dialog
      title={<Trans>Yearly statement</Trans>}
      subtitle={<Trans>The invoices of a year with their sums, for your records and your tax return.</Trans>}
      onClose={onClose}
    >
      <div className={css.fields}>
        <Segmented
          label={t`Your role`}
          options={[
            ['seller', t`Sold`],
            ['buyer', t`Bought`],
          ]}
          value={role}
          onChange={setRole}
        />
        {query.error && since === undefined ? (
          <LoadError query={query} />
        ) : (
          <Choices key={role} role={role} years={since === undefined ? null : yearsSince(since)} chosen={chosen} onChoose={setYear} />
        )}
      </div>
    </Dialog>
  )
}

interface ChoicesProps {
  role: Role
  /** Null while they are loaded. */
  years: number[] | null
  /** The year that was chosen, maybe in the other role; null before. */
  chosen: number | null
  onChoose: (year: number) => void
}

/** The choice of a year, and the buttons that save its statement. */
function Choices({ role, years, chosen, onChoose }: ChoicesProps) {
  const { t } = useLingui()
  const [isEmpty, setEmpty] = useState(false)
  const year = years?.find((one) => one === chosen) ?? years?.[0] ?? 0
  const { mutate, isPending, variables } = useSaveStatement(async (invoices: Invoice[], format) => {
    setEmpty(invoices.length === 0)
    if (!invoices.length) return
    const { saveStatementCsv, saveStatementPdf } = await import('./statement-file.ts')
    if (format === 'csv') saveStatementCsv(invoices, role, year)
    else await saveStatementPdf(invoices, role, year)
    toast(t`The download has started.`)
  })
  const save = (format: 'csv' | 'pdf') => mutate({ role, year, format }, { onError: (failure) => toast(errorText(failure), 'bad') })
  return (
    <>
      <Select
        label={t`Year of the payout (UTC)`}
        options={years ? years.map((each) => [String(each), String(each)] as const) : [['0', t`Loading`]]}
        value={String(year)}
        disabled={!years}
        onChange={(event) => {
          onChoose(Number(event.target.value))
          setEmpty(false)
        }}
      />
      <p className="small mute">
        <Trans>Orders that were paid without a quote from this site have no invoice. To see them, export all orders.</Trans>
      </p>
      <div role="status">{isEmpty && <Notice>{t`There are no invoices for ${String(year)}.`}</Notice>}</div>
      <div className={css.buttons}>
        <Button icon="file" look="primary" disabled={!years} busy={isPending && variables.format === 'pdf'} onClick={() => save('pdf')}>
          <Trans>Download PDF</Trans>
        </Button>
        <Button icon="list" disabled={!years} busy={isPending && variables.format === 'csv'} onClick={() => save('csv')}>
          <Trans>Download CSV</Trans>
        </Button>
      </div>
    </>
  )
}
