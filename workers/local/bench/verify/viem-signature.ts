import { createPublicClient, http } from 'viem'
import { base } from 'viem/chains'
import type { ChainEnv } from '../../../shared/env.ts'
import type { Proof } from './proof.ts'

/** Stands in for auth/signature.ts, by viem's own call, which told so asks the chain, like ours, only where the signature is no plain account's. */
export async function verifySignature(env: ChainEnv, { account, text, signature }: { account: string; text: string; signature: string }) {
  const client = createPublicClient({ chain: base, transport: http(env.RPC_URL) })
  const of = { address: account, signature } as Pick<Proof, 'signature'> & { address: `0x${string}` }
  if (!(await client.verifyMessage({ ...of, message: text, mode: 'eoa' }))) throw new Error('not valid')
}
