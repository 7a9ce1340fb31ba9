import { encodeFunctionData, type Hex } from 'viem'
import { platformAbi } from '../../../contracts/abi/Platform.ts'
import type { PlatformAdmin } from '../../../workers/creators/creators.schema.ts'
import type { CreatorChange } from './creator-changes.ts'
import type { PanelCall } from './use-panel-change.ts'

/** Whether the change takes the wallet from the contract's list of creators. */
export const isRemoval = ({ kind }: Pick<CreatorChange, 'kind'>): boolean => kind === 'remove' || kind === 'removeWallet'

/** The transaction that changes the contract's list of creators. */
export function creatorCall(admin: PlatformAdmin, change: CreatorChange): PanelCall {
  const functionName = isRemoval(change) ? 'removeCreator' : 'addCreator'
  return {
    account: admin.wallet,
    contract: admin.contract,
    codeHash: admin.codeHash,
    data: encodeFunctionData({ abi: platformAbi, functionName, args: [change.address as Hex] }),
    subject: `${functionName} ${change.address.toLowerCase()}`,
  }
}
