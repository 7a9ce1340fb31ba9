import { createElement, Fragment, type ReactNode, Suspense, useMemo } from 'react'
import { DROPPED_TAGS, RICH_TAGS } from '../../../workers/listings/richtags.schema.ts'
import { lazyComponent } from '../../lib/lazy-component.ts'
import { paths } from '../../lib/paths.ts'
import css from './RichText.module.css'

const TextVideo = lazyComponent(() => import('./TextVideo.tsx'), ['listing-page'])

const TAGS: ReadonlySet<string> = new Set(RICH_TAGS)
const DROPPED: ReadonlySet<string> = new Set(DROPPED_TAGS)
const WEB = /^(?:https?|mailto):/i

/** A picture as the server writes it, with media id and size, so that its space is reserved. */
function picture({ media, size }: DOMStringMap, key: number): ReactNode {
  const [, width, height] = /^(\d{1,5})x(\d{1,5})$/.exec(size ?? '') ?? []
  if (!width || !/^[\w-]{22}$/.test(media ?? '')) return null
  const set = ([320, 640, 1280] as const).map((wide) => `${paths.media(media!, wide)} ${wide}w`).join(', ')
  const src = paths.media(media!, 640)
  return (
    <img key={key} src={src} srcSet={set} sizes="(max-width: 700px) 100vw, 640px" width={width} height={height} alt="" loading="lazy" />
  )
}

/** The host of a link whose text looks like a URL of another host, or whose host is in another script (`xn--`). */
function hostToTell(words: string, href: string): string | null {
  const { protocol, host, pathname } = new URL(href)
  const real = protocol === 'mailto:' ? pathname : host
  const [, written] = /^(?:https?:\/\/|mailto:)?([^/?#\s]*)/i.exec(words.trim())!
  const looks = /[\p{L}\p{N}][.\u2024\u3002\uff0e\uff61]\p{L}/u.test(words)
  return (looks && written!.toLowerCase() !== real.toLowerCase()) || /(?:^|\.)xn--/.test(host) ? real : null
}

/** Rebuilds a node of the parsed text from the allowed tags. Of other tags only readable text remains. */
function draw(node: Node, key: number): ReactNode {
  if (node instanceof Text) return node.data
  if (!(node instanceof HTMLElement) || DROPPED.has(node.localName)) return null
  const tag = node.localName
  if (tag === 'img') return picture(node.dataset, key)
  const inside = [...node.childNodes].map(draw)
  const href = tag === 'a' ? (node.getAttribute('href') ?? '') : null
  if (href !== null && WEB.test(href) && URL.canParse(href)) {
    const host = hostToTell(node.textContent, href)
    return (
      <Fragment key={key}>
        {createElement('a', { href, target: '_blank', rel: 'noopener nofollow ugc' }, ...inside)}
        {host && <bdi> ({host})</bdi>}
      </Fragment>
    )
  }
  return createElement(href === null && TAGS.has(tag) ? tag : Fragment, { key }, ...inside)
}

/** The URL that is the only content of a paragraph, as a link or as text, if it may be a video's. */
function videoAddress(node: Node): string | null {
  if (!(node instanceof HTMLParagraphElement)) return null
  const only = node.childNodes.length === 1 ? node.firstChild : null
  const address = only instanceof HTMLAnchorElement ? only.href : only instanceof Text ? only.data.trim() : ''
  return /^https?:\/\/\S*(?:youtu|dailymotion|dai\.ly|twitch\.tv)\S*$/i.test(address) ? address : null
}

function drawBlock(node: Node, key: number): ReactNode {
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
 * A user's description. The server cleans it before storing, but maybe by older rules; so it is parsed where nothing runs or loads, and
 * React renders only what a text may contain. A paragraph that is only a link to a video becomes its player, loaded after a click.
 */
export function RichText({ html, lang }: { html: string; lang: string }) {
  const drawn = useMemo(() => [...new DOMParser().parseFromString(html, 'text/html').body.childNodes].map(drawBlock), [html])
  return (
    <div className={css.rich} lang={lang}>
      {drawn}
    </div>
  )
}
