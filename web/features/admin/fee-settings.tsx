import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { ContractSettings } from '../../../workers/creators/settings.schema.ts'
import { split } from '../../../workers/orders/orders.schema.ts'
import { formatBps, formatToken } from '../../lib/token-format.ts'
import { Address } from './ContractCard.tsx'
import css from './creators-admin.module.css'
import type { Setting } from './SettingDialog.tsx'

/** The price of the example: 100 USDC. */
const EXAMPLE = { amount: 100_000_000n, decimals: 6, symbol: 'USDC' }
const formatExample = (amount: bigint) => formatToken(amount, EXAMPLE.decimals, EXAMPLE.symbol)

/** What a seller gets of the example before and after a change of fees. Each is the sum of all fees, in basis points. */
function Effect({ before, after, of }: { before: number; after: number; of: ReactNode }) {
  const price = formatExample(EXAMPLE.amount)
  const [old, next] = [split(EXAMPLE.amount, before), split(EXAMPLE.amount, after)]
  return (
    <table className={css.effect}>
      <caption>
        {of} <Trans>Example for {price}</Trans>
      </caption>
      <thead>
        <tr>
          <td />
          <th scope="col">
            <Trans>Fees</Trans>
          </th>
          <th scope="col">
            <Trans>Fee amount</Trans>
          </th>
          <th scope="col">
            <Trans>For the seller</Trans>
          </th>
        </tr>
      </thead>
      <tbody className="num">
        <tr>
          <th scope="row">
            <Trans>Now</Trans>
          </th>
          <td>{formatBps(before)}</td>
          <td>{formatExample(old.fee)}</td>
          <td>{formatExample(old.sellerGets)}</td>
        </tr>
        <tr>
          <th scope="row">
            <Trans>After the change</Trans>
          </th>
          <td>{formatBps(after)}</td>
          <td>{formatExample(next.fee)}</td>
          <td>{formatExample(next.sellerGets)}</td>
        </tr>
      </tbody>
    </table>
  )
}

/** Whom a fee concerns, and from when. */
const Concerns = ({ name }: Pick<ContractSettings, 'name'>) =>
  name === 'orderBook' ? (
    <p>
      <Trans>It applies to orders that are made from now on. Open orders keep the fees that were fixed when they were made.</Trans>
    </p>
  ) : (
    <p>
      <Trans>
        It applies to every sale of an NFT from now on, also of NFTs that are listed already. If it is higher than what the seller has
        accepted for a listing, the NFT cannot be bought until it is listed again.
      </Trans>
    </p>
  )

const sale = (name: ContractSettings['name']) =>
  name === 'orderBook' ? <Trans>An order that ends without a dispute.</Trans> : <Trans>The sale of an NFT, before its royalty.</Trans>

/** Changes the fee of sellers without a custom fee. `bps` is the new fee. */
export function defaultFeeSetting(contract: ContractSettings, bps: number): Setting {
  const { name, feeBps } = contract
  return {
    call: { contract: name, functionName: name === 'orderBook' ? 'setDefaultFee' : 'setDefaultFees', args: [BigInt(bps)] },
    title: <Trans>Change the default fee?</Trans>,
    button: <Trans>Change the fee</Trans>,
    meaning: (
      <>
        <Concerns name={name} />
        <p>
          <Trans>Sellers with a custom fee keep it.</Trans>
        </p>
        <Effect before={feeBps ?? 0} after={bps} of={sale(name)} />
      </>
    ),
  }
}

/** Changes the fee for the decision of an arbitrator. */
export function arbitrationFeeSetting({ name, feeBps, arbitrationFeeBps }: ContractSettings, bps: number): Setting {
  return {
    call: { contract: name, functionName: 'setArbitrationFee', args: [BigInt(bps)] },
    title: <Trans>Change the arbitration fee?</Trans>,
    button: <Trans>Change the fee</Trans>,
    meaning: (
      <>
        <Concerns name={name} />
        <Effect
          before={(feeBps ?? 0) + (arbitrationFeeBps ?? 0)}
          after={(feeBps ?? 0) + bps}
          of={<Trans>A dispute that an arbitrator decides for the seller.</Trans>}
        />
      </>
    ),
  }
}

/** Sets the fee of one seller. `now` is the fee that applies. */
export function customFeeSetting({ name }: ContractSettings, seller: string, now: { feeBps: number }, bps: number): Setting {
  return {
    call: { contract: name, functionName: name === 'orderBook' ? 'setCustomFee' : 'setCustomFees', args: [seller, BigInt(bps)] },
    title: <Trans>Set a custom fee?</Trans>,
    button: <Trans>Set the fee</Trans>,
    meaning: (
      <>
        <p>
          <Trans>Only for the seller with this wallet:</Trans> <Address of={seller} />
        </p>
        <Concerns name={name} />
        <Effect before={now.feeBps} after={bps} of={sale(name)} />
      </>
    ),
  }
}

/** Removes the custom fee of one seller, so that the default fee applies again. */
export function removeFeeSetting({ name, feeBps }: ContractSettings, seller: string, now: number): Setting {
  return {
    call: { contract: name, functionName: name === 'orderBook' ? 'removeCustomFee' : 'removeCustomFees', args: [seller] },
    title: <Trans>Remove the custom fee?</Trans>,
    button: <Trans>Remove the fee</Trans>,
    isDangerous: true,
    meaning: (
      <>
        <p>
          <Trans>The default fee applies again for the seller with this wallet:</Trans> <Address of={seller} />
        </p>
        <Concerns name={name} />
        <Effect before={now} after={feeBps ?? 0} of={sale(name)} />
      </>
    ),
  }
}
