import { i18n, type Messages } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToString } from 'react-dom/server'
import { beforeAll, describe, expect, it } from 'vitest'
import { LOCALE_CODES } from '../../../workers/shared/locales.schema.ts'
import { FAQ_TOPICS, matchPage } from '../../pages.ts'
import { faqJson, piecesOf, type Topic, textsOf } from './faq.ts'
import { useTopics } from './use-topics.ts'

const catalogs = import.meta.glob<{ messages: Messages }>('./locales/*.po', { eager: true })

function topicsIn(locale: string): Topic[] {
  let topics: Topic[] = []
  const Read = () => {
    topics = useTopics()
    return null
  }
  i18n.activate(locale)
  renderToString(
    <QueryClientProvider client={new QueryClient()}>
      <I18nProvider i18n={i18n}>
        <Read />
      </I18nProvider>
    </QueryClientProvider>,
  )
  return topics
}

beforeAll(() => {
  for (const [path, { messages }] of Object.entries(catalogs)) i18n.load(/(\w+)\.po$/.exec(path)![1]!, messages)
})

/** All texts of a block, with their links. */
const rawTexts = (topics: Topic[]) =>
  topics.flatMap(({ questions }) =>
    questions.flatMap(({ answer }) =>
      answer.flatMap((block) => (typeof block === 'string' ? block : 'steps' in block ? block.steps : block.points)),
    ),
  )

describe.each(LOCALE_CODES)('in %s', (locale) => {
  it('every topic has questions with answers, and starts with the question of its own id', () => {
    const topics = topicsIn(locale)
    expect(topics.map(({ id }) => id)).toEqual([...FAQ_TOPICS])
    for (const { id, questions } of topics) {
      expect(questions[0]!.id).toBe(id)
      for (const { question, answer } of questions) {
        expect(question).toMatch(/[?？]$/)
        expect(textsOf(answer).join('').length, question).toBeGreaterThan(25)
      }
    }
  })

  it('no two questions have the same anchor, and links lead to pages and questions that exist', () => {
    const topics = topicsIn(locale)
    const ids = topics.flatMap(({ questions }) => questions.map(({ id }) => id))
    expect(new Set(ids).size).toBe(ids.length)
    const links = rawTexts(topics)
      .flatMap(piecesOf)
      .flatMap(({ href }) => href ?? [])
    expect(links.length).toBeGreaterThan(15)
    for (const link of links.filter((href) => href.startsWith('/') && href !== '/api/docs')) {
      const [path, anchor] = link.split('#')
      expect(matchPage(path!), link).not.toBeNull()
      if (anchor) expect(ids).toContain(anchor)
    }
  })

  it('the FAQPage has every question, with an answer without markup', () => {
    const topics = topicsIn(locale)
    const { mainEntity } = JSON.parse(faqJson(topics)) as { mainEntity: { name: string; acceptedAnswer: { text: string } }[] }
    expect(mainEntity.map(({ name }) => name)).toEqual(topics.flatMap(({ questions }) => questions.map(({ question }) => question)))
    for (const { acceptedAnswer } of mainEntity) expect(acceptedAnswer.text).toMatch(/^[^[\]{}]{20,}$/)
  })
})

it('no text of an answer can end the script element that contains it', () => {
  const topic: Topic = { id: 'what', questions: [{ id: 'what', question: 'What?', answer: ['</script><b>'] }] }
  expect(faqJson([topic])).not.toContain('<')
})
