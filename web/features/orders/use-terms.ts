import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { zeroAddress } from 'viem'
import { daysUntilEnd } from '../../../workers/listings/places.schema.ts'
import { amountIn, type ChangedTerms, type Quote, type Rate, type ShownTerms } from '../../../workers/orders/orders.schema.ts'
import { ApiError } from '../../lib/api-error.ts'
import { formatUsd } from '../../lib/format.ts'
import { config } from '../../lib/page-data.ts'
import { ethPriceQuery } from '../../queries/orders.ts'
import { changedTermsOf, quoteQuery } from '../../queries/quotes.ts'
import type { Viewer } from '../../session/viewer.ts'
import { balancesQuery, methodQuery, payerQuery } from '../../wallet/account-queries.ts'
import { tokenAmount } from './token-amount.ts'
import { useCustomPrice } from './use-custom-price.ts'

/** How often to read the balances (ms), as people may add funds while the dialog is open. */
const BALANCE_POLL_MS = 5000
/** How often to read the price of ETH (ms): the server asks the feeds every minute. */
const PRICE_POLL_MS = 60_000

export interface Purchase {
  serviceId: number
  /** The title of the plan, or of the job of an accepted bid. */
  plan: string
  /** The terms that the page showed when the purchase began. */
  shown: ShownTerms
  /** The id of an accepted bid, whose terms apply instead of the plan's. */
  applicationId?: string
  /** An offer in a room, whose terms apply instead of the plan's; `edits` is the number of its changes that the buyer has seen. */
  offer?: { roomId: string; messageId: string; edits: number }
}

/** What is bought, as its quote fixes it. */
export type Facts = Pick<Quote, 'title' | 'plan' | 'delivery' | 'revisions' | 'description' | 'features' | 'event'>

/** What is bought according to the page, to show until there is a quote. */
const factsOf = ({ title, delivery, revisions, description = '', features = [], event }: ShownTerms, plan: string): Facts => ({
  ...{ title, plan, description, features },
  delivery: event ? daysUntilEnd(event.end, Date.now() / 1000) : delivery!,
  revisions: revisions ?? null,
  event: event ?? null,
})

/**
 * The terms that the buyer has seen. `changed` are those that a refused quote names as the current ones, until the buyer accepts them.
 */
function useShownTerms(first: ShownTerms, firstEdits: number | undefined) {
  const [shown, setShown] = useState(first)
  const [edits, setEdits] = useState(firstEdits)
  const [changed, setChanged] = useState<(ChangedTerms & { edits?: number }) | null>(null)
  return {
    shown,
    edits,
    changed,
    setChanged,
    accept: () => {
      setShown({ ...shown, ...changed?.terms })
      setEdits(changed?.edits)
      setChanged(null)
    },
  }
}

/**
 * What a purchase costs. `quote` is the query of the newest quote. `terms` is this quote, or undefined while it is for an earlier choice.
 * Without a linked wallet (`account` is null) there is no quote, only an `estimate`.
 */
export function useTerms({ serviceId, plan, shown: first, applicationId, offer }: Purchase, { accounts }: Viewer) {
  const { shown, edits = 0, changed, setChanged, accept } = useShownTerms(first, offer?.edits)
  const [token, setToken] = useState(config().tokens[0]!.address)
  const [hours, setHours] = useState(1)
  const [attempt, setAttempt] = useState(() => crypto.randomUUID())
  const payer = useQuery(payerQuery(accounts))
  const account = payer.data
  const chosen = applicationId ? { applicationId } : offer ? { offer: { ...offer, edits } } : { plan }
  const bought = shown.hourly ? hours : 1
  const custom = useCustomPrice(shown.price * bought)
  const { customPrice, priceUsd } = custom
  const request = {
    ...{ serviceId, ...chosen, shown, token, account: account ?? token, hours: bought },
    ...(customPrice !== undefined && { customPrice }),
  }
  const quote = useQuery({
    ...quoteQuery(request, attempt),
    enabled: Boolean(account) && custom.isReady && !changed,
    placeholderData: (before) => before,
  })
  const refused = changedTermsOf(quote.error)
  if (refused && refused !== changed) setChanged(refused)
  const balances = useQuery({ ...balancesQuery(account), enabled: Boolean(account), refetchInterval: BALANCE_POLL_MS })
  const method = useQuery({
    ...methodQuery(account, quote.data),
    enabled: Boolean(account && quote.data),
    placeholderData: (before) => before,
  })
  const ethPrice = useQuery({ ...ethPriceQuery, refetchInterval: PRICE_POLL_MS })
  const { data: rate, error: priceError, errorUpdatedAt: priceErrorAt } = ethPrice
  // While a query without data asks again, it has no error, but still has the time of the last error.
  const hasEthPrice = rate ? !(priceError instanceof ApiError && priceError.code === 'price_unavailable') : priceErrorAt === 0
  const estimate = estimateOf(priceUsd, token, ethPrice)
  const prices = Object.fromEntries(config().tokens.map(({ address }) => [address, estimateOf(priceUsd, address, ethPrice).amount]))
  const terms = quote.isPlaceholderData || !custom.isReady ? undefined : quote.data
  const renew = () => setAttempt(crypto.randomUUID())
  return {
    facts: terms ?? factsOf(shown, plan),
    isHourly: shown.hourly,
    /** What the buyer has seen, and the current terms, if a quote was refused because they differ; null otherwise. */
    change: changed && { shown, current: changed.terms },
    /** Asks for a quote of the current terms, which the buyer has seen now. */
    acceptChange: accept,
    token,
    setToken,
    hours,
    setHours,
    custom,
    account,
    quote,
    terms,
    estimate,
    /** The price in each token (smallest units) at the current rate, by token address; null without a rate. */
    prices,
    balances: balances.data,
    hasBalanceError: balances.isError,
    /** False while no price of ETH is known, or the server refuses payments in ETH. */
    hasEthPrice,
    /** How the payment will probably be made. */
    method: method.data ?? (token === zeroAddress ? 'direct' : 'approve'),
    /** The price as text, for titles and buttons; null while the entered amount cannot be used. */
    price: custom.fault ? null : terms ? tokenAmount(terms.amount, terms.token) : formatUsd(priceUsd),
    isBalanceTooLow: Boolean(terms && balances.data && (balances.data[terms.token] ?? 0n) < BigInt(terms.amount)),
    /** Asks for a new quote. */
    renew,
    /** Finds the paying account again, and asks for a new quote. */
    restart: () => {
      void payer.refetch()
      renew()
    },
  }
}

/** A price (micro-USD) as an `amount` of a token (smallest units) at the current rate; null while a rate is needed but not known. */
function estimateOf(priceUsd: number, token: string, { data, error, refetch }: UseQueryResult<Rate>) {
  const known = config().tokens.find(({ address }) => address === token)!
  const needsRate = known.address === zeroAddress
  const rate = needsRate ? (data ?? null) : null
  return { amount: needsRate && !rate ? null : amountIn(known, priceUsd, rate), rate, error: needsRate ? error : null, refetch }
}
