import { i18n } from '@lingui/core'
import * as browser from '@lingui/react'
import { renderToString } from 'react-dom/server'
import { beforeAll, describe, expect, it } from 'vitest'
import * as browserRouter from 'wouter'
import * as server from './server-lingui.tsx'
import * as serverLink from './server-link.tsx'

beforeAll(() => {
  const count = ['count', 'plural', { one: ['#', ' card'], other: ['#', ' cards'] }]
  const messages = {
    plain: ['Log in'],
    price: ['from ', ['price']],
    cards: [count],
    link: ['Read <0>the terms</0>.'],
    part: ['By ', ['name']],
  }
  i18n.load('en', messages as never)
  i18n.activate('en')
})

const htmlOf = (content: React.ReactNode) => renderToString(<browser.I18nProvider i18n={i18n}>{content}</browser.I18nProvider>)

describe('a text on a server is what Lingui gives', () => {
  it.each<[string, browser.TransProps, string]>([
    ['without values', { id: 'plain' }, 'Log in'],
    ['with a value', { id: 'price', values: { price: '$5 & more' } }, 'from $5 &amp; more'],
    ['with a missing value', { id: 'price', values: { price: undefined } }, 'from '],
    ['in the plural', { id: 'cards', values: { count: 1200 } }, '1,200 cards'],
    ['with an element', { id: 'link', components: { 0: <em /> } }, 'Read <em>the terms</em>.'],
    ['with an element as a value', { id: 'part', values: { name: <b>Aiko</b> } }, 'By <b>Aiko</b>'],
  ])('%s', (_, props, expected) => {
    const html = htmlOf(<server.Trans {...props} />)
    expect(html).toBe(htmlOf(<browser.Trans {...props} />))
    expect(html.replaceAll('<!-- -->', '')).toBe(expected)
  })

  it('from a hook', () => {
    const Label = ({ use }: { use: typeof browser.useLingui }) => {
      const { i18n, _ } = use()
      return `${_('plain')} ${i18n._('price', { price: 1 })} ${i18n.number(1200)} ${i18n.locale}`
    }
    expect(htmlOf(<Label use={server.useLingui} />)).toBe(htmlOf(<Label use={browser.useLingui} />))
    expect(htmlOf(<Label use={server.useLingui} />)).toBe('Log in from 1 1,200 en')
  })
})

it('a link on a server has the attributes that wouter writes', () => {
  const linkOf = (Link: typeof serverLink.Link) =>
    renderToString(
      <browserRouter.Router ssrPath="/">
        <Link aria-label="Terms" className="row" href="/terms?a=1&b=2" onClick={() => {}}>
          Terms
        </Link>
      </browserRouter.Router>,
    )
  const attributesOf = (html: string) => html.match(/[\w-]+="[^"]*"/g)!.toSorted()
  const link = linkOf(serverLink.Link)
  expect(link).toMatch(/^<a .*>Terms<\/a>$/)
  expect(attributesOf(link)).toEqual(attributesOf(linkOf(browserRouter.Link as typeof serverLink.Link)))
})
