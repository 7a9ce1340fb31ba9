import { Trans, useLingui } from '@lingui/react/macro'
import { type FormEvent, useRef, useState } from 'react'
import { type Hex, zeroAddress } from 'viem'
import type { ContractSettings, PanelSettings } from '../../../workers/creators/settings.schema.ts'
import { focusFirstFault } from '../../lib/focus-fault.ts'
import { useViewer } from '../../session/viewer.ts'
import { Button } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { AddressField, readAddress } from './AddressField.tsx'
import { Address, ContractCard } from './ContractCard.tsx'
import { Fact } from './CreatorFacts.tsx'
import css from './creators-admin.module.css'
import { PendingChanges } from './PendingChanges.tsx'
import { type Setting, SettingDialog } from './SettingDialog.tsx'
import { CONTRACT_LABELS } from './setting-call.ts'

/** The admins of each contract, whom its owner can add and remove. */
export default function ContractAdmins({ settings }: { settings: PanelSettings }) {
  const [setting, setSetting] = useState<Setting | null>(null)
  return (
    <>
      <PendingChanges />
      {!settings.isComplete && (
        <Notice tone="amber">
          <Trans>The server has not read the newest blocks yet, so admins who were added lately may be missing here.</Trans>
        </Notice>
      )}
      {settings.contracts.map((contract) => (
        <Admins key={contract.name} contract={contract} onChange={setSetting} />
      ))}
      {setting && <SettingDialog settings={settings} {...setting} onClose={() => setSetting(null)} />}
    </>
  )
}

function Admins({ contract, onChange }: { contract: ContractSettings; onChange: (setting: Setting) => void }) {
  const { t } = useLingui()
  const own = useViewer()?.accounts ?? []
  const { name, admins, pendingOwner, isOwner } = contract
  const isOffered = pendingOwner !== null && own.includes(pendingOwner)
  const label = t`Admins of ${CONTRACT_LABELS[name]}`
  return (
    <ContractCard
      contract={contract}
      facts={
        pendingOwner && (
          <Fact label={t`Proposed owner, who has not accepted yet`} wide>
            <Address of={pendingOwner} /> {isOffered && <span className="small mute">{t`This is your wallet.`}</span>}
          </Fact>
        )
      }
    >
      {isOffered && (
        <div>
          <Button look="primary" onClick={() => onChange(acceptSetting(contract, pendingOwner))}>
            <Trans>Accept ownership</Trans>
          </Button>
        </div>
      )}
      <h3>
        <Trans>Admins</Trans>
      </h3>
      {admins.length === 0 ? (
        <p className="mute">
          <Trans>There is no admin besides the owner.</Trans>
        </p>
      ) : (
        <ul className={css.rows} aria-label={label}>
          {admins.map((address) => (
            <li key={address}>
              <Address of={address} />
              <span className="small mute">{own.includes(address) && <Trans>Your wallet</Trans>}</span>
              {isOwner && (
                <Button
                  small
                  look="danger"
                  aria-label={t`Remove the admin ${address}`}
                  onClick={() => onChange(removeSetting(contract, address, own.includes(address)))}
                >
                  <Trans context="an admin">Remove</Trans>
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      {isOwner && <AddForm contract={contract} onChange={onChange} />}
    </ContractCard>
  )
}

function AddForm({ contract, onChange }: { contract: ContractSettings; onChange: (setting: Setting) => void }) {
  const { t } = useLingui()
  const [typed, setTyped] = useState('')
  const [isChecked, setChecked] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const address = readAddress(typed)
  const fault =
    address === contract.owner
      ? t`This is the owner, who has all rights of an admin.`
      : address && contract.admins.includes(address)
        ? t`This wallet is an admin already.`
        : address === zeroAddress || address === contract.address
          ? t`Enter the address of a wallet.`
          : null

  const submit = (event: FormEvent) => {
    event.preventDefault()
    const isValid = address !== null && !fault
    // After the change, the same address is a fault, which nobody has asked for.
    setChecked(!isValid)
    if (isValid) onChange(addSetting(contract, address))
    else focusFirstFault(form)
  }

  return (
    <form ref={form} className={css.inline} onSubmit={submit} noValidate aria-label={t`Add an admin to ${CONTRACT_LABELS[contract.name]}`}>
      <AddressField label={t`Wallet of the new admin`} value={typed} isChecked={isChecked} fault={fault} onChange={setTyped} />
      <Button type="submit">
        <Trans>Add…</Trans>
      </Button>
    </form>
  )
}

/** What admins of a contract may do. */
const Rights = ({ name }: Pick<ContractSettings, 'name'>) =>
  name === 'orderBook' ? (
    <Trans>Admins decide disputes, and see reports. They can pause new orders, with a transaction that is not sent from this panel.</Trans>
  ) : name === 'platform' ? (
    <Trans>Admins answer applications, and enable, promote and remove creators.</Trans>
  ) : (
    <Trans>Admins can pause sales and offers in a token, with a transaction that is not sent from this panel.</Trans>
  )

function acceptSetting({ name, owner }: ContractSettings, account: Hex): Setting {
  const label = CONTRACT_LABELS[name]
  return {
    call: { contract: name, functionName: 'acceptOwnership', args: [], account },
    title: <Trans>Accept the ownership of {label}?</Trans>,
    button: <Trans>Accept ownership</Trans>,
    meaning: (
      <>
        <p>
          <Trans>Your wallet becomes the owner at once. Only the owner changes fees, tokens, the receiver of fees, and admins.</Trans>
        </p>
        <p>
          <Trans>This wallet loses these rights:</Trans> <Address of={owner} />
        </p>
      </>
    ),
  }
}

function addSetting({ name }: ContractSettings, address: string): Setting {
  const label = CONTRACT_LABELS[name]
  return {
    call: { contract: name, functionName: 'addAdmin', args: [address] },
    title: <Trans>Add an admin to {label}?</Trans>,
    button: <Trans>Add the admin</Trans>,
    meaning: (
      <>
        <p>
          <Address of={address} />
        </p>
        <p>
          <Rights name={name} />
        </p>
        <Notice tone="amber">
          <Trans>It takes effect at once, and nobody has to accept it. Compare the whole address with what its owner has sent you.</Trans>
        </Notice>
      </>
    ),
  }
}

function removeSetting({ name }: ContractSettings, address: string, isOwn: boolean): Setting {
  const label = CONTRACT_LABELS[name]
  return {
    call: { contract: name, functionName: 'removeAdmin', args: [address] },
    title: <Trans>Remove an admin of {label}?</Trans>,
    button: <Trans>Remove the admin</Trans>,
    isDangerous: true,
    meaning: (
      <>
        <p>
          <Address of={address} />
        </p>
        <p>
          <Trans>The wallet loses the rights of an admin at once, also in open sessions.</Trans>
        </p>
        {isOwn && (
          <Notice tone="amber">
            <Trans>This is one of your own wallets. You lose access with it.</Trans>
          </Notice>
        )}
      </>
    ),
  }
}
