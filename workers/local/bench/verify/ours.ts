import { type SignatureEnv, verifySignature } from '../../../auth/signature.ts'
import { parseSiweMessage, verifySiwe } from '../../../auth/siwe.ts'
import type { Proof, ProofEnv } from './proof.ts'

/** The bench signs with plain accounts, so no contract is asked. */
const noContracts: SignatureEnv = { ORDERS: { contractAccepts: async () => false } }

/** Verifies a sign-in as the auth worker does. */
export default {
  async fetch(request: Request, env: ProofEnv): Promise<Response> {
    const { message, signature, account } = (await request.json()) as Proof
    verifySiwe(parseSiweMessage(message), { origins: [env.ORIGIN], chainId: 31337, account, now: Math.floor(Date.now() / 1000) })
    await verifySignature(noContracts, { account, text: message, signature })
    return new Response('ok')
  },
}
