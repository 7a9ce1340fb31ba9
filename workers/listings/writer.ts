import type { AreaEnv } from '../shared/env.ts'
import { ApiError } from '../shared/errors.ts'
import { log, reasonOf } from '../shared/log.ts'
import { outsideStream } from '../shared/outside.ts'

export interface WriterEnv extends AreaEnv {
  /** Workers AI. Missing in the local world, whose writer stands at WRITER_URL. */
  AI?: Pick<Ai, 'run'>
  /** The model Workers AI is asked for. */
  AI_MODEL: string
  /** An endpoint that speaks OpenAI's chat completions, without /v1: asked where Workers AI is missing or does not answer. */
  WRITER_URL?: string
  WRITER_MODEL?: string
  WRITER_KEY?: string
}

export interface Message {
  role: 'system' | 'user'
  content: string
}

/** The longest text that is asked for (tokens); a description has about three hundred. */
const MAX_TOKENS = 700
/** A model that has said nothing by then says nothing (ms). */
const SILENCE_MS = 15_000

type Bytes = AsyncIterable<Uint8Array>

async function* workersAi(env: WriterEnv, messages: Message[]): AsyncGenerator<Uint8Array> {
  const answer = await env.AI!.run(env.AI_MODEL as keyof AiModels, { messages, stream: true, max_tokens: MAX_TOKENS })
  yield* answer as unknown as Bytes
}

function endpoint(env: WriterEnv, messages: Message[]): Bytes {
  const body = JSON.stringify({ model: env.WRITER_MODEL ?? 'default', messages, stream: true, max_tokens: MAX_TOKENS })
  const headers = { 'content-type': 'application/json', ...(env.WRITER_KEY && { authorization: `Bearer ${env.WRITER_KEY}` }) }
  return outsideStream(`${env.WRITER_URL}/v1/chat/completions`, { method: 'POST', headers, body })
}

/** The text in a stream of server-sent events, in either of the shapes models answer with. */
async function* textOf(bytes: Bytes): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  let rest = ''
  for await (const chunk of bytes) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) {
      const [, data] = /^data:\s*(\{.*)$/.exec(line.trim()) ?? []
      if (!data) continue
      const { response, choices } = JSON.parse(data) as { response?: string; choices?: { delta?: { content?: string | null } }[] }
      const piece = response ?? choices?.[0]?.delta?.content
      if (piece) yield String(piece)
    }
  }
}

/** The same pieces, but an end with an error where the next one does not come in time. */
async function* impatient(pieces: AsyncGenerator<string>): AsyncGenerator<string> {
  try {
    for (;;) {
      const { promise, reject } = Promise.withResolvers<never>()
      const timer = setTimeout(() => reject(new Error('no word in time')), SILENCE_MS)
      const next = await Promise.race([pieces.next(), promise]).finally(() => clearTimeout(timer))
      if (next.done) return
      yield next.value
    }
  } finally {
    // Not awaited: one that hangs would hang here too.
    void pieces.return(undefined).catch(() => {})
  }
}

/**
 * What a model writes to these messages, piece by piece: Workers AI's, or where that says nothing the other endpoint's. One that broke
 * off in the middle is not taken up by the other. Throws `unavailable` where there is no writer, `outside_unavailable` when none answers.
 */
export async function* write(env: WriterEnv, messages: Message[]): AsyncGenerator<string> {
  const sides: (() => Bytes)[] = []
  if (env.AI) sides.push(() => workersAi(env, messages))
  if (env.WRITER_URL) sides.push(() => endpoint(env, messages))
  if (!sides.length) throw new ApiError('unavailable', { part: 'writer' })
  for (const [i, side] of sides.entries()) {
    let begun = false
    try {
      for await (const piece of impatient(textOf(side()))) {
        begun = true
        yield piece
      }
      if (begun) return
    } catch (error) {
      log('warn', 'writer_failed', { side: i, begun, error: reasonOf(error) })
      if (begun) throw new ApiError('outside_unavailable', { retryable: true, reason: 'broken off' })
    }
  }
  throw new ApiError('outside_unavailable', { retryable: true, reason: 'no writer answers' })
}
