import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { ContractSettings, PanelSettings } from '../../../workers/creators/settings.schema.ts'
import { MAX_FEE_BPS } from '../../../workers/orders/orders.schema.ts'
import { formatBps } from '../../lib/token-format.ts'
import { Button } from '../../ui/Button.tsx'
import { Address, ContractCard } from './ContractCard.tsx'
import { Fact } from './CreatorFacts.tsx'
import { CustomFeeForm } from './CustomFeeForm.tsx'
import css from './creators-admin.module.css'
import { FeeForm } from './FeeForm.tsx'
import { arbitrationFeeSetting, defaultFeeSetting, removeFeeSetting } from './fee-settings.tsx'
import { PendingChanges } from './PendingChanges.tsx'
import { type Setting, SettingDialog } from './SettingDialog.tsx'
import { CONTRACT_LABELS } from './setting-call.ts'

/** The fees of the OrderBook and of the Platform: the default, the arbitration fee, and custom fees of sellers. */
export default function Fees({ settings }: { settings: PanelSettings }) {
  const [setting, setSetting] = useState<Setting | null>(null)
  return (
    <>
      <PendingChanges />
      {settings.contracts
        .filter(({ feeBps }) => feeBps !== null)
        .map((contract) => (
          <ContractFees key={contract.name} contract={contract} onChange={setSetting} />
        ))}
      {setting && <SettingDialog settings={settings} {...setting} onClose={() => setSetting(null)} />}
    </>
  )
}

function ContractFees({ contract, onChange }: { contract: ContractSettings; onChange: (setting: Setting) => void }) {
  const { t } = useLingui()
  const { name, treasury, isOwner } = contract
  const [feeBps, arbitrationFeeBps] = [contract.feeBps ?? 0, contract.arbitrationFeeBps]
  // The OrderBook limits both fees together.
  const limit = MAX_FEE_BPS - (arbitrationFeeBps ?? 0)
  const facts = (
    <>
      <Fact label={t`Receiver of fees`} wide>
        <Address of={treasury} />
      </Fact>
      <Fact label={t`Default fee`}>
        <b className="num">{formatBps(feeBps)}</b>{' '}
        <span className="small mute">{name === 'orderBook' ? t`of the seller’s part of an order` : t`of the price of an NFT`}</span>
      </Fact>
      {arbitrationFeeBps !== null && (
        <Fact label={t`Arbitration fee`}>
          <b className="num">{formatBps(arbitrationFeeBps)}</b> <span className="small mute">{t`more, if an arbitrator decides`}</span>
        </Fact>
      )}
    </>
  )
  return (
    <ContractCard contract={contract} facts={facts}>
      {isOwner && (
        <div className={css.forms}>
          <FeeForm
            key={`default ${feeBps} ${limit}`}
            label={t`New default fee`}
            contract={CONTRACT_LABELS[name]}
            now={feeBps}
            limit={limit}
            onSubmit={(bps) => onChange(defaultFeeSetting(contract, bps))}
          />
          {arbitrationFeeBps !== null && (
            <FeeForm
              key={`arbitration ${arbitrationFeeBps} ${feeBps}`}
              label={t`New arbitration fee`}
              contract={CONTRACT_LABELS[name]}
              now={arbitrationFeeBps}
              limit={MAX_FEE_BPS - feeBps}
              onSubmit={(bps) => onChange(arbitrationFeeSetting(contract, bps))}
            />
          )}
        </div>
      )}
      <CustomFees contract={contract} onChange={onChange} />
      {isOwner && <CustomFeeForm contract={contract} limit={limit} onChange={onChange} />}
    </ContractCard>
  )
}

/** The custom fees that the audit log knows. */
function CustomFees({ contract, onChange }: { contract: ContractSettings; onChange: (setting: Setting) => void }) {
  const { t } = useLingui()
  const { customFees, isOwner } = contract
  return (
    <>
      <h3>
        <Trans>Custom fees</Trans>
      </h3>
      {customFees.length === 0 && (
        <p className="mute">
          <Trans>No seller has a custom fee.</Trans>
        </p>
      )}
      {customFees.length > 0 && (
        <ul className={css.rows} aria-label={t`Custom fees`}>
          {customFees.map(({ address, feeBps, name }) => (
            <li key={address}>
              <span>
                {name && <b>{name} </b>}
                <Address of={address} />
              </span>
              <b className="num">{formatBps(feeBps)}</b>
              {isOwner && (
                <Button
                  small
                  look="danger"
                  aria-label={t`Remove the custom fee of ${name ?? address}`}
                  onClick={() => onChange(removeFeeSetting(contract, address, feeBps))}
                >
                  <Trans context="a custom fee">Remove</Trans>
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
