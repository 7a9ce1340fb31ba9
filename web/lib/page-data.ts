import type { Config, PageData, Reader } from '../page-request.ts'

let page: PageData | undefined

/** The data that the edge wrote into this page. */
export function pageData(): PageData {
  if (!page) {
    const text = document.getElementById('warren-data')?.textContent
    page = {
      config: null,
      first: [],
      age: 0,
      random: Math.random(),
      formatted: {},
      ...(text ? (JSON.parse(text) as Partial<PageData>) : {}),
    }
  }
  return page
}

/** Sets the data of the page that a server renders next. */
export function setPageData(data: Pick<PageData, 'config'> & Partial<PageData>): void {
  page = { first: [], age: 0, random: 0, formatted: {}, ...data }
}

/** The reader whom a server renders for; undefined in a browser. */
export const serverReader = (): Reader | undefined => (import.meta.env.SSR ? page?.reader : undefined)

/** Throws if the page was served without the edge. */
export function config(): Config {
  const { config } = pageData()
  if (!config) throw new Error('the page has no configuration')
  return config
}
