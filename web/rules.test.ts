import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { type Import, importsOf } from '../tools/imports.ts'
import { MAIL_PATHS, RESERVED_NAMES } from '../workers/auth/credentials.schema.ts'
import { LOCALE_CODES } from '../workers/shared/locales.schema.ts'
import { brand } from './brand.ts'
import { catalogFolder, catalogsOf } from './page-entry.ts'
import { PAGES, type Page, sourceFile } from './pages.ts'

/** Checks the rules of docs/decisions/0023 and of the README's project layout by reading the source. */
const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '*.ts', '*.tsx', '*.mjs'], {
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => file && existsSync(file))
const read = (file: string) => readFileSync(file, 'utf8')
const isTest = (file: string) => /\.test\.tsx?$|testing\.ts$|^web\/e2e\//.test(file)

const all = files.flatMap(importsOf)
const show = (list: Import[]) => list.map(({ from, to }) => `${from} -> ${to}`)
const area = (file: string) => /^workers\/([^/]+)\//.exec(file)?.[1]

describe('boundaries of areas and features', () => {
  it('the web imports values of workers only from *.schema.ts, and from contracts only ABIs and addresses', () => {
    const web = all.filter(({ from }) => from.startsWith('web/') && !/^web\/(e2e|edge)\//.test(from) && !isTest(from))
    const fromWorkers = web.filter(({ to, typeOnly }) => to.startsWith('workers/') && !typeOnly && !to.endsWith('.schema.ts'))
    const fromContracts = web.filter(({ to }) => to.startsWith('contracts/') && !/^contracts\/(abi\/|addresses\.ts)/.test(to))
    expect(show([...fromWorkers, ...fromContracts])).toEqual([])
  })

  it('a layer of the web imports no higher layer, and none imports the entry files or the edge', () => {
    const layers = ['ui', 'lib', 'session', 'queries', 'wallet', 'features', 'shell']
    const layer = (file: string) => layers.indexOf(/^web\/([^/]+)\//.exec(file)?.[1] ?? '')
    const inLayers = all.filter(({ from }) => layer(from) >= 0 && !isTest(from))
    const bad = inLayers.filter(({ from, to }) => layer(to) > layer(from) || /^web\/(?:main\.tsx|routes\.tsx|edge\/)/.test(to))
    expect(new Set(inLayers.map(({ from }) => layer(from))).size).toBe(layers.length)
    expect(show(bad)).toEqual([])
  })

  it('a feature imports only components from other features', () => {
    const feature = (file: string) => /^web\/features\/([^/]+)\//.exec(file)?.[1]
    const bad = all.filter(
      ({ from, to }) => feature(from) && feature(to) && feature(from) !== feature(to) && !isTest(from) && !to.endsWith('.tsx'),
    )
    expect(show(bad)).toEqual([])
  })

  it('every page of pages.ts has its source and its catalogs', () => {
    const named = (PAGES as readonly Page[]).flatMap((page) => [
      sourceFile(page),
      ...catalogsOf(page).flatMap((name) => LOCALE_CODES.map((locale) => `${catalogFolder(name)}/${locale}.po`)),
    ])
    expect(named.filter((file) => !existsSync(join('web', file)))).toEqual([])
  })

  it('features and the shell call the API only through queries, and define no query or mutation', () => {
    const upper = files.filter((file) => /^web\/(?:features|shell)\//.test(file) && !isTest(file))
    const bad = upper.filter((file) => /\$(?:get|post)\(|\buseMutation\b|\bqueryKey:/.test(read(file)))
    expect(upper.length).toBeGreaterThan(100)
    expect(bad).toEqual([])
  })

  it('workers outside of the local world import nothing from the web', () => {
    const bad = all.filter(({ from, to }) => from.startsWith('workers/') && area(from) !== 'local' && to.startsWith('web/'))
    expect(show(bad)).toEqual([])
  })

  it('an area imports only tables, schemas and types from other areas', () => {
    const bad = all.filter(({ from, to, typeOnly }) => {
      const [mine, theirs] = [area(from), area(to)]
      if (!mine || !theirs || mine === theirs || mine === 'local' || mine === 'shared' || theirs === 'shared' || isTest(from)) return false
      return !typeOnly && !/\/([a-z]+-)?tables\.ts$|\.schema\.ts$/.test(to)
    })
    expect(show(bad)).toEqual([])
  })

  it('workers/shared imports no area', () => {
    const bad = all.filter(({ from, to }) => area(from) === 'shared' && area(to) !== undefined && area(to) !== 'shared' && !isTest(from))
    expect(show(bad)).toEqual([])
  })

  it('a schema file imports only schema files, contracts and libraries', () => {
    const bad = all.filter(
      ({ from, to, typeOnly }) => from.endsWith('.schema.ts') && !typeOnly && !to.endsWith('.schema.ts') && !to.startsWith('contracts/'),
    )
    expect(show(bad)).toEqual([])
  })

  it('an area writes only its own tables', () => {
    // Every area reads the shared tables; auth writes them, and creators those of suspensions and hidden profiles.
    const owner = (file: string) =>
      /shared\/(?:sanction|hidden)-tables/.test(file) ? 'creators' : area(file) === 'shared' ? 'auth' : area(file)!
    const owners = new Map<string, string>()
    for (const file of files.filter((name) => /^workers\/[^/]+\/([a-z]+-)?tables\.ts$/.test(name)))
      for (const [, table] of read(file).matchAll(/export const (\w+) = sqliteTable/g)) owners.set(table!, owner(file))
    const bad = files
      .filter((file) => area(file) && !isTest(file) && area(file) !== 'local')
      .flatMap((file) =>
        [...read(file).matchAll(/\.(?:insert|update|delete)\((\w+)\)/g)]
          .filter(([, table]) => owners.has(table!) && owners.get(table!) !== area(file))
          .map(([call]) => `${file}: ${call}`),
      )
    expect(owners.size).toBeGreaterThan(10)
    expect(bad).toEqual([])
  })

  it('what others see of a profile is not read from its columns, because it may be hidden', () => {
    const may =
      /^workers\/(?:shared\/hidden-tables|auth\/(?:profiles|viewer)|creators\/(?:reported-texts|read-post-reports)|uploads\/media-usage)\.ts$/
    const columns = /\b(?:\w*Profile|profiles)\.(?:image|title|description|video\w+)\b|select (?:image|title|description) from profiles/
    const reading = files.filter((file) => area(file) && area(file) !== 'local' && !isTest(file) && columns.test(read(file)))
    expect(reading.filter((file) => !may.test(file))).toEqual([])
    expect(reading.length).toBe(6)
  })

  it('only one file opens the database, and only one calls external services', () => {
    const workers = files.filter((file) => area(file) && area(file) !== 'local' && !isTest(file))
    const opens = workers.filter((file) => read(file).includes('createClient(') && file !== 'workers/shared/db.ts')
    const calls = workers.filter(
      (file) =>
        /(?<![.\w])fetch\(/.test(read(file).replace(/(async\s+)?\bfetch\([^)]*\)\s*(:[^{]+)?\{/g, '')) &&
        file !== 'workers/shared/external-http.ts',
    )
    expect([...opens, ...calls]).toEqual([])
  })

  it('only the local world, configuration and tests import the local world, and no file in contracts/ does', () => {
    const may = /^workers\/local\/|\.config\.ts$/
    const bad = all.filter(
      ({ from, to }) => to.startsWith('workers/local/') && (from.startsWith('contracts/') || !(may.test(from) || isTest(from))),
    )
    expect(show(bad)).toEqual([])
  })
})

describe('conventions', () => {
  it('the Worker of every area has no public address', () => {
    const tomls = execFileSync('git', ['ls-files', 'workers/*/wrangler.toml'], { encoding: 'utf8' }).trim().split('\n')
    expect(tomls.length).toBeGreaterThan(4)
    for (const toml of tomls) expect(read(toml), toml).toMatch(/workers_dev = false\npreview_urls = false/)
  })

  it('no username can be a path of the app', () => {
    const routes = PAGES.flatMap(({ paths }) =>
      paths.flatMap(
        (path) =>
          path
            .split('/')[1]!
            .replace(/:\w+/, '')
            .match(/[a-z-]+/g) ?? [],
      ),
    )
    const mails = Object.values(MAIL_PATHS).map((path) => path.split('/')[1]!)
    expect(routes.length).toBeGreaterThan(8)
    // Folders that the worker of the pages never sees.
    const { exclude } = JSON.parse(read('web/public/_routes.json')) as { exclude: string[] }
    const folders = exclude.flatMap((path) => /^\/(\w+)\/\*$/.exec(path)?.[1] ?? [])
    expect(folders).toContain('art')
    expect([...routes, ...mails, ...folders, 'api', 'media', 'local', 'assets'].filter((word) => !RESERVED_NAMES.has(word))).toEqual([])
  })

  it('dates are formatted in one file, for the region of the reader', () => {
    const web = files.filter((file) => /^web\/(?!edge|e2e|gallery)/.test(file) && !isTest(file) && file !== 'web/lib/dates.ts')
    const bad = web.filter((file) => /DateTimeFormat\(|toLocale(?:Date|Time)?String\(/.test(read(file)))
    expect(web.length).toBeGreaterThan(150)
    expect(bad).toEqual([])
  })

  it('no code compares the locale with a fixed value such as ja, and every locale has a file of base texts', () => {
    const code = files.filter((file) => /^(web|workers)\//.test(file) && !isTest(file) && file !== 'workers/shared/locales.schema.ts')
    // The benchmarks generate listings in exactly two languages.
    const checked = code.filter((file) => !file.startsWith('workers/local/bench/'))
    const codes = `'(${LOCALE_CODES.join('|')})'`
    const compared = new RegExp(`[!=]== ${codes}|${codes} \\| ${codes}`)
    expect(checked.filter((file) => compared.test(read(file)))).toEqual([])
    expect(LOCALE_CODES.filter((locale) => !existsSync(`web/locales/base.${locale}.ts`))).toEqual([])
  })

  it('the sender of mails has the name of the app', () => {
    for (const name of ['auth', 'notifications'])
      expect(read(`workers/${name}/wrangler.toml`)).toContain(`MAIL_FROM = "${brand.name} <${brand.contact}>"`)
  })

  it('docs/flows.md names only existing files, and none twice in one list', () => {
    const lists = read('docs/flows.md')
      .split(/^(?:There|Back):$/m)
      .slice(1)
    const named = lists.map((list) => [...list.matchAll(/^\d+\. `([^`]+)`/gm)].map(([, file]) => file!))
    expect(lists.length).toBeGreaterThan(5)
    expect(named.flat().filter((file) => !existsSync(file))).toEqual([])
    expect(named.flatMap((list) => list.filter((file, i) => list.indexOf(file) !== i))).toEqual([])
  })

  it('the versions in package.json are exact', () => {
    const { dependencies, devDependencies } = JSON.parse(read('package.json')) as Record<string, Record<string, string>>
    expect(Object.values({ ...dependencies, ...devDependencies }).filter((version) => !/^\d/.test(version))).toEqual([])
  })

  it('the lock file names the native packages of every platform, so that `npm ci` works on each', () => {
    const { packages } = JSON.parse(read('package-lock.json')) as {
      packages: Record<string, { version: string; optionalDependencies?: Record<string, string> }>
    }
    /** Whether a package at `path` finds the package `name` in its own node_modules folder or in one of a parent folder. */
    const resolve = (path: string, name: string): boolean =>
      `${path}/node_modules/${name}` in packages ||
      (path.includes('/node_modules/')
        ? resolve(path.slice(0, path.lastIndexOf('/node_modules/')), name)
        : `node_modules/${name}` in packages)
    const missing = Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
      Object.keys(optionalDependencies)
        .filter((name) => !resolve(path, name))
        .map((name) => `${path} -> ${name}`),
    )
    expect(missing).toEqual([])
  })

  it('no test is skipped or runs alone, and none waits for a fixed time', () => {
    const bad = files.filter((file) => isTest(file) && !file.endsWith('rules.test.ts') && /\.(only|skip)\(|waitForTimeout/.test(read(file)))
    expect(bad).toEqual([])
  })

  it('a text has the same translation in all catalogs, because the catalogs of a page are merged', () => {
    const found = new Map<string, Map<string, string>>()
    for (const catalog of execFileSync('git', ['ls-files', 'web/**/*.po'], { encoding: 'utf8' }).trim().split('\n')) {
      const locale = catalog.slice(-5, -3)
      for (const [, context = '', id, text] of read(catalog).matchAll(/^(?:msgctxt "(.*)"\n)?msgid "(.+)"\nmsgstr "(.*)"$/gm)) {
        const key = `${locale}: ${id} ${context}`
        found.set(key, (found.get(key) ?? new Map()).set(text!, catalog))
      }
    }
    expect(found.size).toBeGreaterThan(2000)
    expect([...found].filter(([, texts]) => texts.size > 1).map(([key, texts]) => ({ key, texts: Object.fromEntries(texts) }))).toEqual([])
  })
})
