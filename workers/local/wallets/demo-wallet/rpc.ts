/** An EIP-1193 error; callers branch on `code`. */
export class ProviderRpcError extends Error {
  readonly code: number
  readonly data: unknown
  constructor(code: number, message: string, data?: unknown) {
    super(message)
    this.name = 'ProviderRpcError'
    this.code = code
    this.data = data
  }
}

export const USER_REJECTED = 4001
export const UNAUTHORIZED = 4100
export const UNSUPPORTED = 4200
export const UNKNOWN_CHAIN = 4902
export const INVALID_PARAMS = -32602

/** Makes one JSON-RPC call to the chain; errors keep their code, message and data. */
export async function callChain<T>(rpcUrl: string, method: string, params: unknown = []): Promise<T> {
  const answer = await fetch(rpcUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  }).catch(() => {
    throw new ProviderRpcError(-32603, 'The local chain does not answer. Is the local world running?')
  })
  const { result, error } = (await answer.json()) as { result: T; error?: { code: number; message: string; data?: unknown } }
  if (error) throw new ProviderRpcError(error.code, error.message, error.data)
  return result
}
