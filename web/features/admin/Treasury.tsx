import { Trans, useLingui } from '@lingui/react/macro'
import { useRef, useState } from 'react'
import { zeroAddress } from 'viem'
import type { ContractSettings, PanelSettings, TokenSettings } from '../../../workers/creators/settings.schema.ts'
import { focusFirstFault } from '../../lib/focus-fault.ts'
import { formatToken } from '../../lib/token-format.ts'
import { Button } from '../../ui/Button.tsx'
import { AddressField, readAddress } from './AddressField.tsx'
import { Address, ContractCard } from './ContractCard.tsx'
import { Fact } from './CreatorFacts.tsx'
import css from './creators-admin.module.css'
import { PendingChanges } from './PendingChanges.tsx'
import { type Setting, SettingDialog } from './SettingDialog.tsx'
import { CONTRACT_LABELS } from './setting-call.ts'

/** The fees that contracts hold for the treasury, by token, and how to pay them out. */
export default function Treasury({ settings }: { settings: PanelSettings }) {
  const [setting, setSetting] = useState<Setting | null>(null)
  return (
    <>
      <PendingChanges />
      {settings.contracts
        .filter(({ name }) => name !== 'platform')
        .map((contract) => (
          <HeldFees key={contract.name} contract={contract} tokens={settings.tokens} onChange={setSetting} />
        ))}
      <p className="mute">
        <Trans>The Platform contract holds no money.</Trans>
      </p>
      {setting && <SettingDialog settings={settings} {...setting} onClose={() => setSetting(null)} />}
    </>
  )
}

const heldOf = ({ name }: ContractSettings, { states }: TokenSettings) =>
  BigInt(states.find(({ contract }) => contract === name)?.held ?? '0')
const formatHeld = (amount: bigint, { decimals, symbol, address }: TokenSettings) => formatToken(amount, decimals, symbol || address)

interface HeldProps {
  contract: ContractSettings
  tokens: TokenSettings[]
  onChange: (setting: Setting) => void
}

function HeldFees({ contract, tokens, onChange }: HeldProps) {
  const { t } = useLingui()
  const { name, treasury, isOwner } = contract
  const [typed, setTyped] = useState<string>(treasury)
  const [isChecked, setChecked] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const isOrderBook = name === 'orderBook'
  const to = isOrderBook ? readAddress(typed) : treasury
  const fault = to === zeroAddress || to === contract.address ? t`Enter the address of a wallet.` : null

  const withdraw = (token: TokenSettings) => {
    setChecked(true)
    if (to && !fault) onChange(withdrawSetting(contract, token, to))
    else focusFirstFault(form)
  }

  return (
    <ContractCard
      contract={contract}
      isForAll={!isOrderBook}
      facts={
        <Fact label={t`Receiver of fees`} wide>
          <Address of={treasury} />
        </Fact>
      }
    >
      <p>
        {isOrderBook ? (
          <Trans>
            Fees are paid to the receiver when an order ends. Only those that it could not receive are held here, for example because a
            token has blocked its address.
          </Trans>
        ) : (
          <Trans>Fees of sales collect here until they are paid to the receiver of the Platform contract.</Trans>
        )}
      </p>
      {isOrderBook && isOwner && (
        <form ref={form} className={css.form} noValidate onSubmit={(event) => event.preventDefault()}>
          <AddressField
            label={t`Pay out to`}
            hint={<Trans>The receiver of fees, or another wallet if that one cannot receive.</Trans>}
            value={typed}
            isChecked={isChecked}
            fault={fault}
            onChange={setTyped}
          />
        </form>
      )}
      <ul className={css.rows} aria-label={t`Fees held by ${CONTRACT_LABELS[name]}`}>
        {tokens.map((token) => {
          const held = heldOf(contract, token)
          return (
            <li key={token.address}>
              <b>{token.symbol || <Address of={token.address} />}</b>
              <span className="num">{formatHeld(held, token)}</span>
              {(isOwner || !isOrderBook) && (
                <Button
                  small
                  disabled={held === 0n}
                  aria-label={t`Withdraw ${token.symbol || token.address} of ${CONTRACT_LABELS[name]}`}
                  onClick={() => withdraw(token)}
                >
                  <Trans context="money">Withdraw</Trans>
                </Button>
              )}
            </li>
          )
        })}
      </ul>
    </ContractCard>
  )
}

/** Pays out all fees that a contract holds in a token. */
function withdrawSetting(contract: ContractSettings, token: TokenSettings, to: string): Setting {
  const held = heldOf(contract, token)
  const [amount, label] = [formatHeld(held, token), CONTRACT_LABELS[contract.name]]
  const isNative = token.address === zeroAddress
  return {
    call:
      contract.name === 'marketplace'
        ? { contract: 'marketplace', functionName: 'withdrawFees', args: [token.address] }
        : {
            contract: contract.name,
            functionName: isNative ? 'withdrawEth' : 'withdrawToken',
            args: isNative ? [to, held] : [token.address, to, held],
          },
    title: <Trans>Withdraw {amount}?</Trans>,
    button: <Trans context="money">Withdraw</Trans>,
    meaning: (
      <>
        <p>
          <Trans>{label} pays all fees that it holds in this token to:</Trans> <Address of={to} />
        </p>
        <p>
          <Trans>Deposits of orders and offers are not touched.</Trans>
        </p>
      </>
    ),
  }
}
