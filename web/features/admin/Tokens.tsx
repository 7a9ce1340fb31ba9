import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useRef, useState } from 'react'
import { zeroAddress } from 'viem'
import { CONTRACT_NAMES, type ContractName, type PanelSettings, type TokenSettings } from '../../../workers/creators/settings.schema.ts'
import { errorText } from '../../lib/errors.ts'
import { focusFirstFault } from '../../lib/focus-fault.ts'
import { tokenSettingsQuery } from '../../queries/contract-settings.ts'
import { Button } from '../../ui/Button.tsx'
import { FieldError } from '../../ui/Field.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Switch } from '../../ui/Switch.tsx'
import { Table } from '../../ui/Table.tsx'
import { AddressField, readAddress } from './AddressField.tsx'
import { Address } from './ContractCard.tsx'
import css from './creators-admin.module.css'
import { PendingChanges } from './PendingChanges.tsx'
import { type Setting, SettingDialog } from './SettingDialog.tsx'
import { CONTRACT_LABELS, contractOf } from './setting-call.ts'

/** The tokens that can be paid with, by contract, with a switch for the owner of the contract. */
export default function Tokens({ settings }: { settings: PanelSettings }) {
  const { t } = useLingui()
  const [setting, setSetting] = useState<Setting | null>(null)
  const choose = (token: TokenSettings, contract: ContractName, enable: boolean) => setSetting(tokenSetting(token, contract, enable))
  const isOwner = settings.contracts.some((contract) => contract.isOwner)
  return (
    <>
      <PendingChanges />
      <p>
        <Trans>
          Orders are paid in the tokens of the OrderBook. NFTs are sold in the tokens of the Marketplace, and minted with vouchers in those
          of the Platform.
        </Trans>
      </p>
      <TokenTable caption={t`Tokens`} tokens={settings.tokens} settings={settings} onChoose={choose} />
      {isOwner ? (
        <OtherToken settings={settings} onChoose={choose} />
      ) : (
        <Notice>
          <Trans>Only the owner of a contract can change its tokens.</Trans>
        </Notice>
      )}
      {setting && <SettingDialog settings={settings} {...setting} onClose={() => setSetting(null)} />}
    </>
  )
}

interface TableProps {
  caption: string
  tokens: TokenSettings[]
  settings: PanelSettings
  onChoose: (token: TokenSettings, contract: ContractName, enable: boolean) => void
}

const nameOf = ({ symbol, address }: TokenSettings) => symbol || address

function TokenTable({ caption, tokens, settings, onChoose }: TableProps) {
  const { t } = useLingui()
  return (
    <Table
      caption={caption}
      rows={tokens}
      keyOf={({ address }) => address}
      columns={[
        {
          name: t`Token`,
          cell: (token) => (
            <span className={css.token}>
              <b>{token.symbol || t`Unknown`}</b>
              {token.address === zeroAddress ? null : (
                <span className="small">
                  <Address of={token.address} />
                </span>
              )}
            </span>
          ),
        },
        ...CONTRACT_NAMES.map((name) => ({
          name: CONTRACT_LABELS[name],
          cell: (token: TokenSettings) => {
            const isEnabled = token.states.some((state) => state.contract === name && state.enabled)
            // The Platform always takes ETH.
            const isFixed = name === 'platform' && token.address === zeroAddress
            return contractOf(settings, name).isOwner && !isFixed ? (
              <Switch
                label={<span className="unseen">{t`Payments in ${nameOf(token)} on ${CONTRACT_LABELS[name]}`}</span>}
                checked={isEnabled}
                onChange={(enable) => onChoose(token, name, enable)}
              />
            ) : isEnabled ? (
              <Trans context="a token">Enabled</Trans>
            ) : (
              <Trans context="a token">Disabled</Trans>
            )
          },
        })),
      ]}
    />
  )
}

/** Finds any ERC-20 token by its address, to enable it. */
function OtherToken({ settings, onChoose }: Omit<TableProps, 'caption' | 'tokens'>) {
  const { t } = useLingui()
  const [typed, setTyped] = useState('')
  const [isChecked, setChecked] = useState(false)
  const [shown, setShown] = useState<string | null>(null)
  const form = useRef<HTMLFormElement>(null)
  const address = readAddress(typed)
  const { data, error, isFetching } = useQuery({ ...tokenSettingsQuery(shown ?? ''), enabled: shown !== null })
  const isListed = settings.tokens.some((token) => token.address === address)

  const submit = (event: FormEvent) => {
    event.preventDefault()
    setChecked(true)
    if (address && !isListed) setShown(address)
    else focusFirstFault(form)
  }

  return (
    <section className={css.card} aria-label={t`Another token`}>
      <h2>
        <Trans>Another token</Trans>
      </h2>
      <form ref={form} className={css.inline} onSubmit={submit} noValidate>
        <AddressField
          label={t`Contract of the token`}
          value={typed}
          isChecked={isChecked}
          fault={isListed ? t`This token is in the list above.` : null}
          onChange={(next) => {
            setTyped(next)
            setShown(null)
          }}
        />
        <Button type="submit" busy={shown !== null && isFetching}>
          <Trans>Find</Trans>
        </Button>
      </form>
      {error && <FieldError>{errorText(error)}</FieldError>}
      {shown && data && !data.token && (
        <Notice tone="amber">
          <Trans>There is no ERC-20 token at this address.</Trans>
        </Notice>
      )}
      {shown && data?.token && (
        <>
          <Notice tone="amber">
            <Trans>
              Enable only a plain ERC-20 token whose issuer you trust. This site shows prices only in the tokens that it is configured for.
            </Trans>
          </Notice>
          <TokenTable caption={t`Another token`} tokens={[data.token]} settings={settings} onChoose={onChoose} />
        </>
      )}
    </section>
  )
}

/** What a contract refuses while a token is disabled, and what stays possible. */
const MEANINGS: Record<ContractName, { on: ReactNode; off: ReactNode }> = {
  orderBook: {
    on: <Trans>Buyers can pay new orders in this token.</Trans>,
    off: (
      <Trans>
        No new order can be paid in this token, also for listings with a price in it. Open orders are not affected: they can be completed,
        refunded and disputed.
      </Trans>
    ),
  },
  marketplace: {
    on: <Trans>NFTs can be listed and bought in this token, and offers can be made in it. Earlier listings work again.</Trans>,
    off: (
      <Trans>
        NFTs that are listed in this token cannot be bought, and offers in it cannot be made or accepted. Offers can still be cancelled and
        refunded.
      </Trans>
    ),
  },
  platform: {
    on: <Trans>Creators can sign vouchers with a price in this token.</Trans>,
    off: <Trans>Vouchers with a price in this token cannot be used any more.</Trans>,
  },
}

/** Enables or disables payments in a token. */
function tokenSetting(token: TokenSettings, contract: ContractName, enable: boolean): Setting {
  const [name, on] = [nameOf(token), CONTRACT_LABELS[contract]]
  return {
    call: { contract, functionName: 'setPayableToken', args: [token.address, enable] },
    title: enable ? (
      <Trans>
        Enable {name} on {on}?
      </Trans>
    ) : (
      <Trans>
        Disable {name} on {on}?
      </Trans>
    ),
    button: enable ? <Trans>Enable</Trans> : <Trans>Disable</Trans>,
    isDangerous: !enable,
    meaning: (
      <>
        <p>{MEANINGS[contract][enable ? 'on' : 'off']}</p>
        {token.address !== zeroAddress && (
          <p className="small">
            <Trans>Contract of the token</Trans>: <Address of={token.address} />
          </p>
        )}
      </>
    ),
  }
}
