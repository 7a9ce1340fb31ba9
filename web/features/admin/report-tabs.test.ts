import { expect, it } from 'vitest'
import { MAX_PANEL_COUNT, type Panel } from '../../../workers/creators/panel.schema.ts'
import { countReports, formatCount } from './open-count.ts'
import { firstOpen, tabsOf } from './report-tabs.ts'

const platform = { applications: 4, posts: 0, listings: 2, members: 0, suspended: 3 }
const orderBook = { disputes: 5, messages: 0, reviews: 1, sponsors: 0 }
const both: Panel = { isPlatformAdmin: true, isOrderBookAdmin: true, platform, orderBook }

it('an admin has the parts of their contracts only', () => {
  expect(tabsOf(both).map(([tab]) => tab)).toEqual(['messages', 'reviews', 'posts', 'listings', 'members', 'sponsors', 'suspended'])
  expect(tabsOf({ ...both, isOrderBookAdmin: false, orderBook: null })).toEqual([
    ['posts', 0],
    ['listings', 2],
    ['members', 0],
    ['suspended', 3],
  ])
  expect(tabsOf({ ...both, isPlatformAdmin: false, platform: null }).map(([tab]) => tab)).toEqual(['messages', 'reviews', 'sponsors'])
})

it('the page opens with the first part that has something to decide', () => {
  expect(firstOpen(both)).toBe('reviews')
  expect(firstOpen({ ...both, orderBook: { ...orderBook, reviews: 0 } })).toBe('listings')
  const nothing = { ...platform, listings: 0 }
  expect(firstOpen({ ...both, platform: nothing, isOrderBookAdmin: false, orderBook: null })).toBe('posts')
  // Not counted.
  expect(firstOpen({ ...both, platform: null, orderBook: null })).toBe('messages')
  expect(tabsOf({ ...both, platform: null }).find(([tab]) => tab === 'posts')).toEqual(['posts', null])
})

it('the sum has neither disputes, applications nor suspended members, and ends at the highest count', () => {
  expect(countReports(both)).toBe(3)
  expect(countReports({ ...both, platform: null, orderBook: null })).toBe(0)
  const many = { ...orderBook, messages: MAX_PANEL_COUNT, reviews: 40 }
  expect([countReports({ ...both, orderBook: many }), formatCount(MAX_PANEL_COUNT), formatCount(7)]).toEqual([MAX_PANEL_COUNT, '99+', '7'])
})
