import { createPublicClient, http } from 'viem'
import { base } from 'viem/chains'
import { parseSiweMessage, validateSiweMessage } from 'viem/siwe'
import { NOWHERE, type Proof, type ProofEnv } from './proof.ts'

/**
 * Verifies a sign-in with viem's own calls. With the mode `eoa` viem, like our code, asks the chain only if the signature is not a plain
 * account's.
 */
export default {
  async fetch(request: Request, env: ProofEnv): Promise<Response> {
    const { message, signature, account } = (await request.json()) as Proof
    const client = createPublicClient({ chain: base, transport: http(NOWHERE) })
    const meant = validateSiweMessage({ message: parseSiweMessage(message), address: account, domain: new URL(env.ORIGIN).host })
    const valid = meant && (await client.verifyMessage({ address: account, message, signature, mode: 'eoa' }))
    return new Response(valid ? 'ok' : 'not valid', { status: valid ? 200 : 401 })
  },
}
