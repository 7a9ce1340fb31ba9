import { describe, expect, it } from 'vitest'
import { TOPICS } from '../features/pages/topics.ts'
import type { EdgeEnv } from './env.ts'
import { pageAt } from './pages.ts'

const at = (path: string, language: 'en' | 'ja' = 'en', env: EdgeEnv['ENV'] = 'production') =>
  pageAt(path, {
    env: { ENV: env } as EdgeEnv,
    language,
    origin: 'https://warren.example',
    get: () => Promise.reject(new Error('no area needed')),
  })

describe('pages of text', () => {
  it.each(['/faq', '/faq/', '/privacy', '/terms', '/about', '/tokuteishotorihiki'])('%s is found, in both languages', async (path) => {
    const [en, ja] = await Promise.all([at(path), at(path, 'ja')])
    expect([en.status, ja.status]).toEqual([200, 200])
    expect(en.canonical).toBe(path === '/faq' ? '/faq/' : path)
    expect(ja.title).not.toBe(en.title)
    expect(ja.description).toMatch(/[ぁ-ん]/)
    expect(en.sources.length).toBeGreaterThan(2)
  })

  it('every topic is a place on the one page of questions, and nothing else below it is a page', async () => {
    for (const topic of TOPICS) expect(await at(`/faq/${topic}`)).toMatchObject({ status: 200, canonical: '/faq/' })
    for (const path of ['/faq/nothing', '/faq/gas/more', '/privacy/more', '/terms/1', '/imprint'])
      expect(await at(path)).toMatchObject({ status: 404, canonical: null })
  })
})

it('the controls are shown in the local world only', async () => {
  expect((await at('/gallery/', 'en', 'local')).status).toBe(200)
  expect((await at('/gallery/', 'en', 'preview')).status).toBe(404)
  expect((await at('/gallery/')).status).toBe(404)
})
