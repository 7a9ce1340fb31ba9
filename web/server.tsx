import { i18n } from '@lingui/core'
import { renderToString } from 'react-dom/server.edge'
import { Router } from 'wouter'
import { hydrate, queryClient } from './lib/api.ts'
import { serverFormatted } from './lib/formatted.ts'
import { loadCatalog } from './lib/i18n.ts'
import { serverLoads, serverSources, serverStyles } from './lib/lazy-component.ts'
import { setPageData } from './lib/page-data.ts'
import type { PageRequest, RenderedPage, RenderPage } from './page-request.ts'
import { root } from './root.tsx'
import { pages } from './routes.tsx'
import { forgetResults } from './server-query.ts'
// Icons that a page may also load later.
import './ui/icons.ts'

/** The most renders of a page: each may find code that it has to load. */
const MAX_RENDERS = 5

/** What React writes in place of content that failed or was not ready. */
const MISSING = '<!--$!-->'

/**
 * Renders what is loaded. Language, query cache and page data are the same objects for all requests, so nothing here may wait: another
 * request could change them meanwhile.
 */
function renderLoaded({ path, search, locale, data }: PageRequest): RenderedPage {
  try {
    forgetResults()
    setPageData(data)
    hydrate()
    i18n.activate(locale)
    serverSources.clear()
    serverStyles.clear()
    serverFormatted.clear()
    const html = renderToString(
      <Router ssrPath={path} ssrSearch={search}>
        {root}
      </Router>,
    )
    return { html, sources: [...serverSources], styles: [...serverStyles], formatted: Object.fromEntries(serverFormatted) }
  } finally {
    queryClient.clear()
  }
}

/** Renders a public page in the Pages worker. Bundled by edge/build.ts. */
export const renderPage: RenderPage = async (request) => {
  await Promise.all([loadCatalog('base'), pages.load()])
  const found = pages.find(request.path)
  await found?.Page.fetch(found.params)
  for (let i = 0; i < MAX_RENDERS; i++) {
    const rendered = renderLoaded(request)
    const { html } = rendered
    if (!serverLoads.size) {
      const gap = html.indexOf(MISSING)
      // React's development build writes the error into the element that follows.
      if (gap >= 0) throw new Error(`a part of the page could not be rendered: ${/<template[^>]*>/.exec(html.slice(gap, gap + 1000))}`)
      return rendered
    }
    await Promise.allSettled(serverLoads)
  }
  throw new Error(`after ${MAX_RENDERS} renders the page still loads code`)
}
