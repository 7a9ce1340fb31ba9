/** The built files of each source: its scripts (with what they import) and styles, as absolute paths. */
export type Built = Record<string, { scripts: string[]; styles: string[] }>

interface ManifestEntry {
  file: string
  imports?: string[]
  css?: string[]
}

/**
 * Lists all files that each lazily loaded source needs besides those of the entry, from Vite's manifest. `places` names the built file of
 * each source and of the entry, main.tsx.
 */
export function builtFiles(manifest: Record<string, ManifestEntry>, places: Record<string, string>): Built {
  const keys = new Map(Object.entries(manifest).map(([key, { file }]) => [file, key]))
  const collect = (key: string | undefined, seen: Set<string>): ManifestEntry[] => {
    const entry = key === undefined ? undefined : manifest[key]
    if (!entry || seen.has(key!)) return []
    seen.add(key!)
    return [entry, ...(entry.imports ?? []).flatMap((other) => collect(other, seen))]
  }
  const start = collect(keys.get(places['main.tsx'] ?? ''), new Set())
  const known = new Set(start.flatMap(({ file, css = [] }) => [file, ...css]))
  const fresh = (files: string[]) => [...new Set(files)].filter((file) => !known.has(file)).map((file) => `/${file}`)
  return Object.fromEntries(
    Object.entries(places).map(([source, file]) => {
      const entries = collect(keys.get(file), new Set())
      return [source, { scripts: fresh(entries.map((entry) => entry.file)), styles: fresh(entries.flatMap(({ css = [] }) => css)) }]
    }),
  )
}

/**
 * Tags that load a page's code, texts and styles together with the entry instead of after it; of `styled`, only the styles. Throws for a
 * source that is not in the build, so that a test notices a renamed page.
 */
export function preloadTags(built: Built, sources: string[], styled: string[] = []): string {
  const find = (source: string) => {
    const files = built[source]
    if (!files) throw new Error(`${source} is not in the build`)
    return files
  }
  const scripts = new Set(sources.flatMap((source) => find(source).scripts))
  const styles = new Set([...sources, ...styled].flatMap((source) => find(source).styles))
  return [
    ...[...styles].map((href) => `<link rel="stylesheet" href="${href}" crossorigin>`),
    ...[...scripts].map((href) => `<link rel="modulepreload" href="${href}" crossorigin>`),
  ].join('')
}
