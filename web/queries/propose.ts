import { cardText, descriptionHtml, type GeneratedTextLine } from '../../workers/listings/generated-text.schema.ts'
import type { ListType } from '../../workers/listings/list-types.schema.ts'
import type { ErrorCode } from '../../workers/shared/errors.schema.ts'
import { listings } from '../lib/api.ts'
import { ApiError } from '../lib/api-error.ts'
import { locale } from '../lib/i18n.ts'

interface Proposal {
  title: string
  field: 'description' | 'descriptionPreview'
  listType: ListType
  signal: AbortSignal
}

/**
 * Asks the server to write a text that suits a title. `onPart` gets the text so far, in the format of its field. Resolves with the whole
 * text; throws ApiError, or the signal's reason.
 */
export async function propose({ title, field, listType, signal }: Proposal, onPart: (text: string) => void): Promise<string> {
  const queryType = field === 'description' ? 'description' : 'cardDescription'
  const shape = field === 'description' ? descriptionHtml : cardText
  // A title in Latin letters may be in any language. A title without them is in the page's language, unless that uses Latin letters.
  const lang = new Intl.Locale(locale()).maximize().script !== 'Latn' && !/[a-z]{3}/i.test(title) ? locale() : undefined
  const answer = await listings.generateText.$post({ json: { text: title, queryType, listType, lang } }, { init: { signal } })
  let text = ''
  for await (const line of linesOf(answer.body as ReadableStream<Uint8Array>)) {
    const value = JSON.parse(line) as GeneratedTextLine
    if ('error' in value) throw new ApiError(value.error.code as ErrorCode, 502)
    if ('content' in value) return value.content
    text += value.delta
    signal.throwIfAborted()
    onPart(shape(text))
  }
  throw new ApiError('network', 0)
}

async function* linesOf(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const reader = body.pipeThrough(new TextDecoderStream() as TransformStream<Uint8Array, string>).getReader()
  let rest = ''
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return
    const lines = (rest + value).split('\n')
    rest = lines.pop() ?? ''
    yield* lines.filter(Boolean)
  }
}
