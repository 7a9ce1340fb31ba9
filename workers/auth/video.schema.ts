/** Providers whose videos can be embedded. */
export type VideoProvider = 'youtube' | 'dailymotion' | 'twitch'

/** Host -> its provider and where its URLs contain the video id: in the path or in a parameter. */
const HOSTS: Record<string, { provider: VideoProvider; id: (url: URL) => string | null | undefined }> = {
  'youtube.com': {
    provider: 'youtube',
    id: ({ pathname, searchParams }) =>
      pathname === '/watch' ? searchParams.get('v') : /^\/(?:embed|shorts|live|v)\/([^/]+)\/?$/.exec(pathname)?.[1],
  },
  'youtube-nocookie.com': { provider: 'youtube', id: ({ pathname }) => /^\/embed\/([^/]+)\/?$/.exec(pathname)?.[1] },
  'youtu.be': { provider: 'youtube', id: ({ pathname }) => /^\/([^/]+)\/?$/.exec(pathname)?.[1] },
  'dailymotion.com': { provider: 'dailymotion', id: ({ pathname }) => /^\/(?:embed\/)?video\/([^/_]+)/.exec(pathname)?.[1] },
  'geo.dailymotion.com': { provider: 'dailymotion', id: ({ searchParams }) => searchParams.get('video') },
  'dai.ly': { provider: 'dailymotion', id: ({ pathname }) => /^\/([^/]+)\/?$/.exec(pathname)?.[1] },
  'twitch.tv': { provider: 'twitch', id: ({ pathname }) => /^\/(?:videos|\w+\/v|\w+\/clip)\/([^/]+)\/?$/.exec(pathname)?.[1] },
  'clips.twitch.tv': {
    provider: 'twitch',
    id: ({ pathname, searchParams }) => (pathname === '/embed' ? searchParams.get('clip') : /^\/([^/]+)\/?$/.exec(pathname)?.[1]),
  },
  'player.twitch.tv': { provider: 'twitch', id: ({ searchParams }) => searchParams.get('video')?.replace(/^v/, '') },
}

/** The format of an id; only such ids are put into a player URL. A Twitch video has a number, a clip has a name. */
const IDS: Record<VideoProvider, RegExp> = {
  youtube: /^[\w-]{11}$/,
  dailymotion: /^[a-zA-Z0-9]{5,20}$/,
  twitch: /^(?:\d{5,15}|[A-Za-z][\w-]{3,100})$/,
}

/** The video of a pasted URL, or null if it is not a supported video. */
export function parseVideo(link: string): { provider: VideoProvider; id: string } | null {
  const address = /^https?:\/\//i.test(link) ? link : `https://${link}`
  if (!URL.canParse(address)) return null
  const url = new URL(address)
  if (url.port || url.username) return null
  const hostname = url.hostname.replace(/^(?:www|m)\./, '')
  const host = Object.hasOwn(HOSTS, hostname) ? HOSTS[hostname] : undefined
  const id = host?.id(url)
  return host && id && IDS[host.provider].test(id) ? { provider: host.provider, id } : null
}

/** The URL of a video's page at its provider. */
export function videoLink({ provider, id }: { provider: VideoProvider; id: string }): string {
  if (provider === 'youtube') return `https://www.youtube.com/watch?v=${id}`
  if (provider === 'dailymotion') return `https://www.dailymotion.com/video/${id}`
  return /^\d+$/.test(id) ? `https://www.twitch.tv/videos/${id}` : `https://clips.twitch.tv/${id}`
}

/** Origins of the players. The Content-Security-Policy allows only these frames. */
export const PLAYER_ORIGINS = [
  'https://www.youtube-nocookie.com',
  'https://geo.dailymotion.com',
  'https://player.twitch.tv',
  'https://clips.twitch.tv',
] as const

/** The URL of a video's player, which starts at once. `host` is the page's host, which Twitch requires. */
export function playerUrl({ provider, id }: { provider: VideoProvider; id: string }, host: string): string {
  const [youtube, dailymotion, twitch, clips] = PLAYER_ORIGINS
  if (provider === 'youtube') return `${youtube}/embed/${id}?autoplay=1&rel=0`
  if (provider === 'dailymotion') return `${dailymotion}/player.html?video=${id}`
  if (/^\d+$/.test(id)) return `${twitch}/?video=v${id}&parent=${encodeURIComponent(host)}`
  return `${clips}/embed?clip=${id}&parent=${encodeURIComponent(host)}&autoplay=true`
}
