import { type Abi, encodeFunctionData, type Hex } from 'viem'
import { marketplaceAbi } from '../../../contracts/abi/Marketplace.ts'
import { orderBookAbi } from '../../../contracts/abi/OrderBook.ts'
import { platformAbi } from '../../../contracts/abi/Platform.ts'
import type { ContractName, PanelSettings } from '../../../workers/creators/settings.schema.ts'
import type { CreatorChange } from './creator-changes.ts'
import type { PanelCall } from './use-panel-change.ts'

/** The names of the contracts, the same in every language. */
export const CONTRACT_LABELS: Record<ContractName, string> = { orderBook: 'OrderBook', platform: 'Platform', marketplace: 'Marketplace' }

const ABIS: Record<ContractName, Abi> = { orderBook: orderBookAbi, platform: platformAbi, marketplace: marketplaceAbi }

/** A call of a contract that changes a setting. */
export interface SettingCall {
  contract: ContractName
  functionName: string
  args: readonly (string | number | bigint | boolean)[]
  /** The wallet that sends it, if it must be another one than that of the session. */
  account?: Hex
}

/** The settings of one contract. */
export const contractOf = ({ contracts }: PanelSettings, name: ContractName) => contracts.find((one) => one.name === name)!

/** The call with its arguments, as the list of transactions that are not recorded yet shows it. */
const nameOf = ({ contract, functionName, args }: SettingCall) => [CONTRACT_LABELS[contract], functionName, ...args].join(' ')

/** The call as a change of the panel. */
export const toChange = (settings: PanelSettings, call: SettingCall): CreatorChange => ({
  kind: 'setting',
  address: contractOf(settings, call.contract).address,
  userId: 0,
  application: '',
  name: nameOf(call),
})

/** The transaction of the call. */
export function toPanelCall(settings: PanelSettings, call: SettingCall): PanelCall {
  const { address, codeHash } = contractOf(settings, call.contract)
  return {
    account: call.account ?? settings.wallet,
    contract: address,
    codeHash,
    data: encodeFunctionData({ abi: ABIS[call.contract], functionName: call.functionName, args: call.args }),
    subject: nameOf(call),
  }
}
