import { useLingui } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import { MAX_SEARCH } from '../../../workers/orders/orders.schema.ts'
import type { OrderFilter } from '../../queries/orders.ts'
import { TextField } from '../../ui/Field.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Segmented } from '../../ui/Tabs.tsx'
import css from './OrdersPage.module.css'

/** How long to wait for the next letter before searching (ms). */
const TYPING_MS = 300

/** The search and the choice of the role. */
export function OrderFilters({ filter, onChange }: { filter: OrderFilter; onChange: (filter: OrderFilter) => void }) {
  const { t } = useLingui()
  return (
    <search className={css.filters} aria-label={t`Search orders`}>
      <SearchField text={filter.text} onChange={(text) => onChange({ ...filter, text })} />
      <Segmented
        label={t`Your role`}
        options={[
          ['', t`All`],
          ['buyer', t`Bought`],
          ['seller', t`Sold`],
        ]}
        value={filter.role ?? ''}
        onChange={(role) => onChange({ ...filter, role: role || undefined })}
      />
    </search>
  )
}

/** Follows `text`, which the address may change, and reports what was typed after a short pause. */
function SearchField({ text, onChange }: { text: string; onChange: (text: string) => void }) {
  const { t } = useLingui()
  const [typed, setTyped] = useState(text)
  const [known, setKnown] = useState(text)
  if (text !== known) {
    setKnown(text)
    setTyped(text)
  }
  useEffect(() => {
    if (typed === text) return
    const timer = setTimeout(() => onChange(typed), TYPING_MS)
    return () => clearTimeout(timer)
  })
  return (
    <TextField
      label={t`Search orders`}
      bare
      type="search"
      before={<Icon name="search" size={18} />}
      placeholder={t`Title, name or order number`}
      value={typed}
      maxLength={MAX_SEARCH}
      autoComplete="off"
      enterKeyHint="search"
      onChange={(event) => setTyped(event.target.value)}
    />
  )
}
