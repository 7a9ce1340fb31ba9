import type { IncomingMessage, ServerResponse } from 'node:http'
import type { ListType } from '../../listings/list-types.schema.ts'
import { templateFor } from '../../listings/templates.schema.ts'
import { negotiateLocale } from '../../shared/locales.schema.ts'

/**
 * Replaces a language model in the local world, with the same API. It returns the template of the listing's kind and claims nothing that
 * the title does not say.
 */
const KINDS = [
  [/job/, 'jobs'],
  [/event/, 'events'],
] as const satisfies [RegExp, ListType][]

/** Delay per word (ms), slow enough to see the text being written. */
const PACE_MS = 12

const lineOf = (prompt: string, name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(prompt)?.[1] ?? ''

/** Returns a chat completion as a stream, as OpenAI's API does. */
export async function plainWriter(request: IncomingMessage, response: ServerResponse): Promise<void> {
  let body = ''
  for await (const chunk of request) body += chunk
  const { messages = [] } = JSON.parse(body) as { messages?: { role: string; content: string }[] }
  const prompt = messages.find(({ role }) => role === 'user')?.content ?? ''
  const lang = negotiateLocale(/\((\w+)\)$/.exec(lineOf(prompt, 'Language'))?.[1])
  const title = lineOf(prompt, 'Title').replace(/[.。]+$/u, '')
  const kind = lineOf(prompt, 'Listing')
  const listType = KINDS.find(([word]) => word.test(kind))?.[1] ?? 'services'
  const { card, description } = templateFor(title, listType, lang)
  const text = lineOf(prompt, 'Task').includes('card') ? card : description.join('\n')
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' })
  for (const content of text.match(/[\x21-\x7e]+\s*|[\s\S]{1,4}/gu) ?? []) {
    if (response.destroyed) return
    if (content) response.write(`data: ${JSON.stringify({ choices: [{ index: 0, delta: { content } }] })}\n\n`)
    await new Promise((done) => setTimeout(done, PACE_MS))
  }
  response.end('data: [DONE]\n\n')
}
