import { globSync } from 'node:fs'
import { expect, test } from 'vitest'
import { matchPage, PAGES, sourceFile } from './pages.ts'

test('every file of a page is listed, so that none is built without an address', () => {
  const files = globSync('features/*/*Page.tsx', { cwd: import.meta.dirname })
  expect(files.filter((file) => !PAGES.some((page) => sourceFile(page) === file))).toEqual([])
  expect(files.length).toBeGreaterThan(20)
})

test.each([
  ['/', 'home/HomePage', {}],
  ['/jobs', 'home/HomePage', { type: 'jobs' }],
  ['/jobs/', 'home/HomePage', { type: 'jobs' }],
  ['/jobs/12', 'listing-page/JobPage', { id: '12' }],
  ['/services/12/%E5%90%8D%E5%88%BA/', 'listing-page/ServicePage', { id: '12', slug: '%E5%90%8D%E5%88%BA' }],
  ['/services/c/design', 'search/CategoryPage', { type: 'services', category: 'design' }],
  ['/jobs/c/ai-engineer/agents/', 'search/CategoryPage', { type: 'jobs', category: 'ai-engineer', sub: 'agents' }],
  ['/list', 'listing-editor/ListingEditorPage', {}],
  ['/list/events/7', 'listing-editor/ListingEditorPage', { listType: 'events', id: '7' }],
  ['/profile', 'profile/ProfilePage', {}],
  ['/profile/3', 'profile/PersonPage', { userId: '3' }],
  ['/orders', 'orders/OrdersPage', {}],
  ['/orders/a-b/c_d', 'orders/OrderPage', { id: 'a-b', room: 'c_d' }],
  ['/faq/gas', 'faq/FaqPage', { topic: 'gas' }],
  ['/Aiko7/', 'creator-page/CreatorPage', { name: 'Aiko7' }],
  ['/aiko', 'creator-page/CreatorPage', { name: 'aiko' }],
  [`/Aiko7/p/${'a'.repeat(22)}`, 'posts/PostPage', { name: 'Aiko7', pid: 'a'.repeat(22) }],
])('%s leads to %s', (path, source, params) => {
  const match = matchPage(path)
  const given = Object.fromEntries(Object.entries(match?.params ?? {}).filter(([, value]) => value !== undefined))
  expect([match?.page.source, given]).toEqual([source, params])
})

test.each([
  '/jobs/x',
  '/jobs/0',
  '/services/1/a/b',
  '/services/c',
  '/services/c/Design',
  '/services/c/design/logo/a',
  '/profile/0',
  '/profile/me',
  '/faq/nothing',
  '/privacy/more',
  '/login/x',
  '/a',
  '/a_b',
  '/aiko/more',
  '/aiko/p/',
  '/aiko/p/short',
  '/twentyoneletterslong1',
  '/%E3%81%82%E3%81%84',
  '//',
])('%s is not a page', (path) => {
  expect(matchPage(path)).toBeNull()
})
