import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import type { Message } from '../../../workers/chat/messages.schema.ts'
import {
  DEFAULT_OFFER_DELIVERY,
  MAX_OFFER_DELIVERY,
  MAX_OFFER_TEXT,
  OFFER_DAYS,
  type OfferTerms,
} from '../../../workers/chat/offers.schema.ts'
import { MAX_PRICE, MIN_PRICE, parseUsd, usdText } from '../../../workers/shared/usd.schema.ts'
import { ErrorState } from '../../lib/ErrorState.tsx'
import { errorText } from '../../lib/errors.ts'
import { focusFirstFault } from '../../lib/focus-fault.ts'
import { formatUsd } from '../../lib/format.ts'
import { paths } from '../../lib/paths.ts'
import { ownServicesQuery } from '../../queries/applications.ts'
import { changeOffer, sendOffer } from '../../queries/offers.ts'
import { Button, ButtonLink } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Count, Select, TextArea, TextField } from '../../ui/Field.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { SellerReceives } from '../listing-editor/SellerReceives.tsx'
import css from './OfferDialog.module.css'
import type { OfferTask } from './use-offers.ts'

interface OfferDialogProps {
  task: Exclude<OfferTask, { type: 'pay' }>
  roomId: string
  me: number
  /** The name of the other member. */
  name: string
  onStored: (message: Message) => void
  onClose: () => void
}

/** A service that can be offered. */
type ServiceChoice = readonly [id: string, title: string]

/** The form of an offer: a new one, the change of an own one, or a counter-offer. A member without a service is led to create one. */
export default function OfferDialog({ task, me, ...rest }: OfferDialogProps) {
  const { name, onClose } = rest
  const before = task.type === 'new' ? null : task.message
  // A buyer makes a counter-offer for the service of the seller.
  const isBuyer = before?.offer !== undefined && before.offer.sellerId !== me
  const services = useQuery({ ...ownServicesQuery(me), enabled: !isBuyer })
  const kept: ServiceChoice[] = before?.offer ? [[String(before.offer.service), before.offer.title]] : []
  const own = (services.data ?? []).map((card): ServiceChoice => [String(card.id), card.title])
  const choices = isBuyer ? kept : own
  return (
    <Dialog
      title={
        task.type === 'change' ? (
          <Trans>Change your offer</Trans>
        ) : task.type === 'counter' ? (
          <Trans>Make a counter-offer</Trans>
        ) : (
          <Trans>Send a custom offer</Trans>
        )
      }
      subtitle={<bdi>{name}</bdi>}
      onClose={onClose}
    >
      {isBuyer || services.data ? (
        choices.length ? (
          <OfferForm {...rest} task={task} choices={choices} isBuyer={isBuyer} />
        ) : (
          <NoListing />
        )
      ) : services.error ? (
        <ErrorState error={services.error} onRetry={() => void services.refetch()} busy={services.isFetching} />
      ) : (
        <LoadingState />
      )}
    </Dialog>
  )
}

function NoListing() {
  return (
    <EmptyState
      drawing="listings"
      heading="h3"
      title={<Trans>Create a listing first</Trans>}
      text={<Trans>An offer is for one of your published services. Its order uses the price and the days of the offer.</Trans>}
    >
      <ButtonLink look="primary" href={paths.list('services')}>
        <Trans>Create a listing</Trans>
      </ButtonLink>
    </EmptyState>
  )
}

/** The fields of the form, the terms that they give, and the errors of those that cannot be used. */
function useOfferDraft(before: Message | null, choices: ServiceChoice[]) {
  const { t } = useLingui()
  const offer = before?.offer
  const [fields, setFields] = useState(() => ({
    service: choices.find(([id]) => id === String(offer?.service))?.[0] ?? choices[0]![0],
    text: offer?.text ?? '',
    price: offer ? usdText(offer.price) : '',
    days: String(offer?.delivery ?? DEFAULT_OFFER_DELIVERY),
  }))
  const price = parseUsd(fields.price)
  const days = /^\d{1,4}$/.test(fields.days.normalize('NFKC').trim()) ? Number(fields.days.normalize('NFKC')) : null
  const [least, most] = [formatUsd(MIN_PRICE), formatUsd(MAX_PRICE)]
  const faults = {
    text: fields.text.length > MAX_OFFER_TEXT ? t`Please shorten the text.` : null,
    price:
      price === null
        ? t`Please enter an amount in dollars.`
        : price < MIN_PRICE
          ? t`Please enter at least ${least}.`
          : price > MAX_PRICE
            ? t`Please enter at most ${most}.`
            : null,
    days:
      days === null || days < 1
        ? t`Please enter whole days, at least 1.`
        : days > MAX_OFFER_DELIVERY
          ? t`Please enter at most ${MAX_OFFER_DELIVERY} days.`
          : null,
  }
  const terms: OfferTerms | null =
    faults.text || faults.price || faults.days
      ? null
      : { service: Number(fields.service), text: fields.text, price: price!, delivery: days! }
  return {
    fields,
    faults,
    terms,
    price: faults.price ? null : price,
    set: (change: Partial<typeof fields>) => setFields({ ...fields, ...change }),
  }
}

interface OfferFormProps extends Omit<OfferDialogProps, 'me'> {
  choices: ServiceChoice[]
  isBuyer: boolean
}

function OfferForm({ task, roomId, name, choices, isBuyer, onStored, onClose }: OfferFormProps) {
  const before = task.type === 'new' ? null : task.message
  const { fields, faults, terms, price, set } = useOfferDraft(before, choices)
  const [isChecked, setChecked] = useState(false)
  const [isSending, setSending] = useState(false)
  const [error, setError] = useState<unknown>(null)
  // A repeated attempt stores no second offer.
  const [clientId] = useState(() => crypto.randomUUID())
  const errorOf = (field: keyof typeof faults) => (isChecked ? faults[field] : null)
  const { edits = 0, id } = before ?? {}

  const form = useRef<HTMLFormElement>(null)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setChecked(true)
    if (!terms) {
      focusFirstFault(form)
      return
    }
    setSending(true)
    setError(null)
    try {
      onStored(
        await (task.type === 'change'
          ? changeOffer(roomId, id!, terms, edits)
          : sendOffer(roomId, clientId, terms, task.type === 'counter' ? id : undefined)),
      )
      onClose()
    } catch (failure) {
      setError(failure)
      setSending(false)
    }
  }

  return (
    <form ref={form} className={css.form} onSubmit={submit} noValidate>
      <Select
        label={<Trans>Service</Trans>}
        options={choices}
        value={fields.service}
        disabled={isBuyer}
        onChange={(event) => set({ service: event.target.value })}
      />
      <TextArea
        label={<Trans>What is included</Trans>}
        value={fields.text}
        onChange={(event) => set({ text: event.target.value })}
        error={errorOf('text')}
        hint={<Count now={fields.text.length} of={MAX_OFFER_TEXT} />}
        rows={4}
        dir="auto"
      />
      <div className={css.pair}>
        <TextField
          label={<Trans>Price in dollars</Trans>}
          inputMode="decimal"
          before="$"
          value={fields.price}
          onChange={(event) => set({ price: event.target.value })}
          error={errorOf('price')}
          hint={!isBuyer && price ? <SellerReceives price={price} /> : undefined}
        />
        <TextField
          label={<Trans>Days to deliver</Trans>}
          inputMode="numeric"
          value={fields.days}
          onChange={(event) => set({ days: event.target.value })}
          error={errorOf('days')}
        />
      </div>
      <p className="small mute">
        {isBuyer ? (
          <Trans>If {name} accepts, you pay into escrow. Until then you can change or withdraw this offer.</Trans>
        ) : (
          <Trans>If {name} accepts, they pay into escrow. Until then you can change or withdraw this offer.</Trans>
        )}{' '}
        <Plural value={OFFER_DAYS} one="It is valid for # day." other="It is valid for # days." />
      </p>
      {error !== null && <Notice tone="rose">{errorText(error)}</Notice>}
      <Button type="submit" look="primary" wide busy={isSending}>
        {task.type === 'change' ? <Trans>Save changes</Trans> : <Trans>Send offer</Trans>}
      </Button>
    </form>
  )
}

function LoadingState() {
  const { t } = useLingui()
  return (
    <div className={css.form} role="status" aria-label={t`Loading`}>
      <Skeleton width="100%" height={72} />
      <Skeleton width="100%" height={120} />
      <Skeleton width="100%" height={72} />
    </div>
  )
}
