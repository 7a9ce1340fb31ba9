import type { AreaEnv } from '../shared/env.ts'
import { ApiError } from '../shared/errors.ts'
import { fetchStream } from '../shared/external-http.ts'
import { describeError, log } from '../shared/log.ts'

export interface TextModelEnv extends AreaEnv {
  /** Workers AI. Missing in the local world, which uses WRITER_URL. */
  AI?: Pick<Ai, 'run'>
  /** The Workers AI model to use. */
  AI_MODEL: string
  /** URL, without /v1, of an endpoint with OpenAI's chat completions API. Used if Workers AI is missing or fails. */
  WRITER_URL?: string
  WRITER_MODEL?: string
  WRITER_KEY?: string
}

export interface Message {
  role: 'system' | 'user'
  content: string
}

/** Longest generated text (tokens). A description has about 300. */
const MAX_TOKENS = 700
/** How long to wait for the next piece of text (ms). */
const PIECE_TIMEOUT_MS = 15_000

type Bytes = AsyncIterable<Uint8Array>

async function* streamFromWorkersAi(env: TextModelEnv, messages: Message[]): AsyncGenerator<Uint8Array> {
  const answer = await env.AI!.run(env.AI_MODEL as keyof AiModels, { messages, stream: true, max_tokens: MAX_TOKENS })
  yield* answer as unknown as Bytes
}

function streamFromEndpoint(env: TextModelEnv, messages: Message[]): Bytes {
  const body = JSON.stringify({ model: env.WRITER_MODEL ?? 'default', messages, stream: true, max_tokens: MAX_TOKENS })
  const headers = { 'content-type': 'application/json', ...(env.WRITER_KEY && { authorization: `Bearer ${env.WRITER_KEY}` }) }
  return fetchStream(`${env.WRITER_URL}/v1/chat/completions`, { method: 'POST', headers, body })
}

/** Extracts the text from a stream of server-sent events, in the format of Workers AI or of OpenAI. */
async function* parseEvents(bytes: Bytes): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  let buffer = ''
  for await (const chunk of bytes) {
    const lines = (buffer + decoder.decode(chunk, { stream: true })).split('\n')
    buffer = lines.pop() ?? ''
    for (const line of lines) {
      const [, data] = /^data:\s*(\{.*)$/.exec(line.trim()) ?? []
      if (!data) continue
      const { response, choices } = JSON.parse(data) as { response?: string; choices?: { delta?: { content?: string | null } }[] }
      const piece = response ?? choices?.[0]?.delta?.content
      if (piece) yield String(piece)
    }
  }
}

/** Yields the same pieces. Throws if the next one takes longer than PIECE_TIMEOUT_MS. */
async function* withTimeout(pieces: AsyncGenerator<string>): AsyncGenerator<string> {
  try {
    for (;;) {
      const { promise, reject } = Promise.withResolvers<never>()
      const timer = setTimeout(() => reject(new Error('no text in time')), PIECE_TIMEOUT_MS)
      const next = await Promise.race([pieces.next(), promise]).finally(() => clearTimeout(timer))
      if (next.done) return
      yield next.value
    }
  } finally {
    // Not awaited, because a hanging generator would never return.
    void pieces.return(undefined).catch(() => {})
  }
}

/**
 * Generates a text, piece by piece, with Workers AI or, if that fails before the first piece, with the endpoint WRITER_URL. A failure after
 * the first piece ends the text. Throws `unavailable` if no model is configured, and `outside_unavailable` for every other failure.
 */
export async function* generateText(env: TextModelEnv, messages: Message[]): AsyncGenerator<string> {
  const models: (() => Bytes)[] = []
  if (env.AI) models.push(() => streamFromWorkersAi(env, messages))
  if (env.WRITER_URL) models.push(() => streamFromEndpoint(env, messages))
  if (!models.length) throw new ApiError('unavailable', { part: 'writer' })
  for (const [i, startStream] of models.entries()) {
    let hasStarted = false
    try {
      for await (const piece of withTimeout(parseEvents(startStream()))) {
        hasStarted = true
        yield piece
      }
      if (hasStarted) return
    } catch (error) {
      log('warn', 'writer_failed', { side: i, begun: hasStarted, error: describeError(error) })
      if (hasStarted) throw new ApiError('outside_unavailable', { retryable: true, reason: 'broken off' })
    }
  }
  throw new ApiError('outside_unavailable', { retryable: true, reason: 'no writer answers' })
}
