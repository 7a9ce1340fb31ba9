import type { IncomingMessage, ServerResponse } from 'node:http'

/**
 * Stands in for a language model in the local world, behind the same address as the real ones. It writes from a template, and says
 * nothing of anybody that the title does not: what it proposes is honest, only plain.
 */
const CARD: Record<string, (title: string) => string> = {
  en: (title) => `${title}. Tell me what you have in mind, and we agree on what you get before anything begins.`,
  ja: (title) => `${title}。ご希望をお聞かせください。内容をすり合わせてから始めます。`,
}

const DESCRIPTION: Record<string, (title: string) => string[]> = {
  en: (title) => [
    `This is about: ${title}.`,
    'It begins with a message. Say what you need, what it is for and what you already have, and you get questions back rather than promises.',
    'Before the work starts:',
    '- we write down what you will receive and in which form',
    '- we agree on when, and on how often it may change',
    '- the payment waits in escrow until you release it',
    'Everything else is best said in your own words: replace these lines with what makes your work yours.',
  ],
  ja: (title) => [
    `${title}についてのご案内です。`,
    'まずはメッセージをお送りください。必要なこと、その目的、すでにお持ちのものをお聞かせいただければ、こちらから質問をお返しします。できない約束はいたしません。',
    '始める前に、次のことを決めます。',
    '- お渡しするものとその形式',
    '- 納期と修正の回数',
    '- お支払いは、ご確認いただくまでエスクローに預けられます',
    'このあとは、ぜひご自身の言葉に書き換えてください。あなたらしさが伝わります。',
  ],
}

/** What it takes for a word (ms): slow enough to be seen writing. */
const PACE_MS = 12

const lineOf = (prompt: string, name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(prompt)?.[1] ?? ''

/** Answers a chat completion as OpenAI's API streams one. */
export async function plainWriter(request: IncomingMessage, response: ServerResponse): Promise<void> {
  let body = ''
  for await (const chunk of request) body += chunk
  const { messages = [] } = JSON.parse(body) as { messages?: { role: string; content: string }[] }
  const prompt = messages.find(({ role }) => role === 'user')?.content ?? ''
  const lang = /\((\w+)\)$/.exec(lineOf(prompt, 'Language'))?.[1] === 'ja' ? 'ja' : 'en'
  const title = lineOf(prompt, 'Title').replace(/[.。]+$/u, '')
  const text = lineOf(prompt, 'Task').includes('card') ? CARD[lang]!(title) : DESCRIPTION[lang]!(title).join('\n')
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' })
  for (const content of text.match(lang === 'ja' ? /[\s\S]{1,4}/gu : /\S*\s*/g) ?? []) {
    if (response.destroyed) return
    if (content) response.write(`data: ${JSON.stringify({ choices: [{ index: 0, delta: { content } }] })}\n\n`)
    await new Promise((done) => setTimeout(done, PACE_MS))
  }
  response.end('data: [DONE]\n\n')
}
