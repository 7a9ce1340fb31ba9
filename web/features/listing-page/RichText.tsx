import { createElement, Fragment, type ReactNode, Suspense, useMemo } from 'react'
import { RICH_TAGS } from '../../../workers/listings/richtags.schema.ts'
import { lazyComponent } from '../../lib/lazy-component.ts'
import { paths } from '../../lib/paths.ts'
import css from './RichText.module.css'
import { parseRichText, type RichElement, type RichNode, textOf } from './rich-nodes.ts'

const TextVideo = lazyComponent(() => import('./TextVideo.tsx'), ['listing-page'])

const TAGS: ReadonlySet<string> = new Set(RICH_TAGS)
const WEB = /^(?:https?|mailto):/i

/** A picture by media id and size, which reserves its space. Null if the attributes do not have the form that the server writes. */
function picture({ 'data-media': media, 'data-size': size }: RichElement['attributes'], key: number): ReactNode {
  const [, width, height] = /^(\d{1,5})x(\d{1,5})$/.exec(size ?? '') ?? []
  if (!width || !/^[\w-]{22}$/.test(media ?? '')) return null
  const set = ([320, 640, 1280] as const).map((wide) => `${paths.media(media!, wide)} ${wide}w`).join(', ')
  const src = paths.media(media!, 640)
  return (
    <img key={key} src={src} srcSet={set} sizes="(max-width: 700px) 100vw, 640px" width={width} height={height} alt="" loading="lazy" />
  )
}

/** The host or e-mail address of a link, if the text of the link looks like another one or the host is encoded (`xn--`); else null. */
function hostToTell(words: string, href: string): string | null {
  const { protocol, host, pathname } = new URL(href)
  const real = protocol === 'mailto:' ? pathname : host
  const [, written] = /^(?:https?:\/\/|mailto:)?([^/?#\s]*)/i.exec(words.trim())!
  const looks = /[\p{L}\p{N}][.\u2024\u3002\uff0e\uff61]\p{L}/u.test(words)
  return (looks && written!.toLowerCase() !== real.toLowerCase()) || /(?:^|\.)xn--/.test(host) ? real : null
}

/** Renders a node with only the tags that a rich text may contain. Of other tags only the content is rendered. */
function draw(node: RichNode, key: number): ReactNode {
  if (typeof node === 'string') return node
  const { tag, attributes } = node
  if (tag === 'img') return picture(attributes, key)
  const inside = node.children.map(draw)
  const href = tag === 'a' ? (attributes.href ?? '') : null
  if (href !== null && WEB.test(href) && URL.canParse(href)) {
    const host = hostToTell(textOf(node), href)
    return (
      <Fragment key={key}>
        {createElement('a', { href, target: '_blank', rel: 'noopener nofollow ugc' }, ...inside)}
        {host && <bdi> ({host})</bdi>}
      </Fragment>
    )
  }
  return createElement(href === null && TAGS.has(tag) ? tag : Fragment, { key }, ...inside)
}

/** The URL of a paragraph that contains only one link or one URL, if it may be the URL of a video; else null. */
function videoAddress(node: RichNode): string | null {
  if (typeof node === 'string' || node.tag !== 'p' || node.children.length !== 1) return null
  const [only] = node.children
  const address = typeof only === 'string' ? only.trim() : only!.tag === 'a' ? (only!.attributes.href ?? '') : ''
  return /^https?:\/\/\S*(?:youtu|dailymotion|dai\.ly|twitch\.tv)\S*$/i.test(address) ? address : null
}

function drawBlock(node: RichNode, key: number): ReactNode {
  const drawn = draw(node, key)
  const address = videoAddress(node)
  if (!address) return drawn
  return (
    <Suspense key={key} fallback={drawn}>
      <TextVideo address={address}>{drawn}</TextVideo>
    </Suspense>
  )
}

/**
 * The description of a listing. The server may have sanitized it by older rules, so it is parsed into plain data and React renders only
 * what a rich text may contain. A link to a video that is alone in a paragraph becomes a player, loaded by a press, unless `hasPlayers` is
 * false.
 */
export function RichText({ html, lang, hasPlayers = true }: { html: string; lang: string; hasPlayers?: boolean }) {
  const drawn = useMemo(() => parseRichText(html).map(hasPlayers ? drawBlock : draw), [html, hasPlayers])
  return (
    <div className={css.rich} lang={lang}>
      {drawn}
    </div>
  )
}
