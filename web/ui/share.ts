/** The social networks to share on, in the order shown, and the query parameters that take the URL and the title. */
export const NETWORKS = [
  { name: 'LINE', page: 'https://social-plugins.line.me/lineit/share', url: 'url' },
  { name: 'X', page: 'https://x.com/intent/post', url: 'url', title: 'text' },
  { name: 'Facebook', page: 'https://www.facebook.com/sharer/sharer.php', url: 'u' },
  { name: 'LinkedIn', page: 'https://www.linkedin.com/sharing/share-offsite/', url: 'url' },
  { name: 'Reddit', page: 'https://www.reddit.com/submit', url: 'url', title: 'title' },
  { name: 'Weibo', page: 'https://service.weibo.com/share/share.php', url: 'url', title: 'title' },
] as const satisfies { name: string; page: string; url: string; title?: string }[]

/** The URL of a social network's page for sharing, with the URL and, if the network accepts one, the title. */
export function shareLink(network: (typeof NETWORKS)[number], url: string, title: string): string {
  const query = new URLSearchParams({ [network.url]: url, ...('title' in network && { [network.title]: title }) })
  return `${network.page}?${query}`
}
