import { Trans, useLingui } from '@lingui/react/macro'
import { CopyButton } from '../ui/CopyButton.tsx'
import css from './Contracts.module.css'
import { pageData } from './page-data.ts'

/** The zero address stands for ETH, which is no contract. */
const NATIVE = /^0x0{40}$/

/** The addresses of the escrow contract and of the tokens it accepts, with links to a block explorer if the chain has one. */
export function Contracts() {
  const { t } = useLingui()
  const { config } = pageData()
  if (!config) return null
  const { orderBook, tokens, explorer, chainId } = config
  const rows = [
    [t`Escrow (OrderBook)`, orderBook],
    ...tokens.filter(({ address }) => !NATIVE.test(address)).map(({ symbol, address }) => [symbol, address] as const),
  ] as const
  return (
    <table className={css.contracts}>
      <caption className="small mute">
        <Trans>Contracts on the chain with the number {chainId}</Trans>
      </caption>
      <tbody>
        {rows.map(([name, address]) => (
          <tr key={address}>
            <th scope="row">{name}</th>
            <td>
              <code>
                {explorer ? (
                  <a href={`${explorer}/address/${address}`} target="_blank" rel="noopener noreferrer">
                    {address}
                  </a>
                ) : (
                  address
                )}
              </code>
            </td>
            <td>
              <CopyButton text={address} label={t`Copy the address of ${name}`} bare />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
