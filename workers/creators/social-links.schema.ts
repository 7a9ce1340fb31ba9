import { type InferOutput, maxLength, object, partial, pipe, rawTransform, string } from 'valibot'
import { typedName } from './typed-name.schema.ts'

/** Longest address of a link (characters). */
export const LINK_LENGTH = 300

/**
 * The URL of a text that is an address with `https` and a host name: no IP address, no user or password, no port. Null otherwise. The URL
 * parser writes letters of other scripts in a host name as `xn--`, so that a look-alike of a known name never equals it.
 */
export function parseHttps(text: string): URL | null {
  const url = URL.parse(text.trim())
  if (url?.protocol !== 'https:' || url.username || url.password || url.port) return null
  return /[^.]\.[^.]*[^.\d][^.]*$/.test(url.hostname) ? url : null
}

/** A network in which creators have an account. */
interface Network {
  hosts: readonly string[]
  /** The host of the stored address. */
  host: string
  /** The path of an account. Its group is stored, so that nothing else of the path can be. */
  path: RegExp
  /** First parts of paths that are not the name of an account. */
  reserved: readonly string[]
}

const NETWORKS = {
  instagram: {
    hosts: ['instagram.com', 'www.instagram.com', 'm.instagram.com'],
    host: 'www.instagram.com',
    path: /^\/([\w.]{1,30})$/,
    reserved: 'about accounts developer direct explore legal p reel reels stories tv web'.split(' '),
  },
  twitter: {
    hosts: ['x.com', 'www.x.com', 'mobile.x.com', 'twitter.com', 'www.twitter.com', 'mobile.twitter.com', 'm.twitter.com'],
    host: 'x.com',
    path: /^\/(\w{1,15})$/,
    reserved: 'compose explore hashtag home i intent login messages notifications privacy search settings share tos'.split(' '),
  },
  twitch: {
    hosts: ['twitch.tv', 'www.twitch.tv', 'm.twitch.tv'],
    host: 'www.twitch.tv',
    path: /^\/([a-zA-Z0-9]\w{2,24})$/,
    reserved: 'directory downloads inventory jobs search settings subscriptions turbo videos wallet'.split(' '),
  },
  youtube: {
    hosts: ['youtube.com', 'www.youtube.com', 'm.youtube.com'],
    host: 'www.youtube.com',
    path: /^\/(@[\p{L}\p{N}\p{M}_.·-]{3,30}|channel\/UC[\w-]{22}|c\/[\p{L}\p{N}\p{M}_.-]{1,60}|user\/\w{1,60})$/u,
    reserved: [],
  },
} satisfies Record<string, Network>

/** The path of a URL without encoding and without a slash at its end; '' if it is not valid UTF-8. */
function readPath({ pathname }: URL): string {
  try {
    return decodeURIComponent(pathname).normalize('NFC').replace(/\/$/, '')
  } catch {
    return ''
  }
}

/** The stored address of a creator's page in a network, or the rule that the address breaks. */
function readAccount({ hosts, host, path, reserved }: Network, url: URL): { href: string } | { rule: 'host' | 'form' } {
  if (!hosts.includes(url.hostname)) return { rule: 'host' }
  const account = path.exec(readPath(url))?.[1]
  if (!account || reserved.includes(account.toLowerCase())) return { rule: 'form' }
  return { href: new URL(`/${account}`, `https://${host}`).href }
}

/**
 * Schema of an optional address: '' or an address with `https`, as URL parsers write it. Without a scheme, `https` is meant. Rules: `https`
 * (no such address), `host` (of another site than `network`), `form` (no page of an account there), `too_long`.
 */
const addressOf = (network?: Network) =>
  pipe(
    string(),
    maxLength(LINK_LENGTH, 'too_long'),
    rawTransform<string, string>(({ dataset, addIssue, NEVER }) => {
      const text = dataset.value.trim()
      if (!text) return ''
      const url = parseHttps(/^[^:]+$/.test(text) ? `https://${text}` : text)
      const read = !url ? { rule: 'https' } : network ? readAccount(network, url) : { href: url.href }
      if ('href' in read) return read.href
      addIssue({ message: read.rule })
      return NEVER
    }),
    maxLength(LINK_LENGTH, 'too_long'),
  )

/** An optional address of any site. */
export const webLink = addressOf()

/** The social links of a creator; '' for each that is missing. In the order in which the page shows them. */
export const socialLinks = object({
  website: webLink,
  instagram: addressOf(NETWORKS.instagram),
  twitter: addressOf(NETWORKS.twitter),
  twitch: addressOf(NETWORKS.twitch),
  youtube: addressOf(NETWORKS.youtube),
})
export type SocialLinks = InferOutput<typeof socialLinks>
/** The fields of the social links. */
export const SOCIAL_FIELDS = Object.keys(socialLinks.entries) as (keyof SocialLinks)[]

/** Body of updateSocialMedia. An empty address removes the link; a missing field leaves it as it is. */
export const socialMediaRequest = object({ name: typedName, ...partial(socialLinks).entries })
