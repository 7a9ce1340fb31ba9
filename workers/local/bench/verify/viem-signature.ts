import { createPublicClient, http } from 'viem'
import { base } from 'viem/chains'
import { NOWHERE, type Proof } from './proof.ts'

/**
 * Replaces auth/signature.ts with viem's own call. With the mode `eoa` viem, like our code, asks the chain only if the signature is not a
 * plain account's.
 */
export async function verifySignature(_env: unknown, { account, text, signature }: { account: string; text: string; signature: string }) {
  const client = createPublicClient({ chain: base, transport: http(NOWHERE) })
  const of = { address: account, signature } as Pick<Proof, 'signature'> & { address: `0x${string}` }
  if (!(await client.verifyMessage({ ...of, message: text, mode: 'eoa' }))) throw new Error('not valid')
}
