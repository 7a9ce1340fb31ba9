import { existsSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

/** docs/decisions/0045 says where the code does what the pages about data and rules claim. These tests compare it with the code. */
const record = readFileSync('docs/decisions/0045-claims-of-the-privacy-page.md', 'utf8')
const named = new Set([...record.matchAll(/`([^`]+)`/g)].map(([, text]) => text!))

const sources = import.meta.glob<string>(
  ['../workers/*/**/*.ts', '../web/**/*.{ts,tsx}', '!../workers/local/**', '!./e2e/**', '!**/*.test.*'],
  {
    query: '?raw',
    import: 'default',
    eager: true,
  },
)
const filesWith = (pattern: RegExp, folder: string) =>
  Object.entries(sources)
    .map(([path, text]) => [path.replace(/^\.\.\//, '').replace(/^\.\//, 'web/'), text] as const)
    .filter(([path, text]) => path.startsWith(folder) && pattern.test(text))
    .map(([path]) => path)

it('every file that the record names exists', () => {
  const paths = [...named].filter((text) => text.includes('/') && /\.\w+$/.test(text))
  expect(paths.length).toBeGreaterThan(60)
  expect(paths.filter((path) => !existsSync(path))).toEqual([])
})

/** A column that refers to a member, or has something of one. */
const PERSONAL = /'\w*(user|owner|buyer|seller|employer|author|sender|reporter|follow|wallet|account|address|email|network)\w*'/

it('the record names every table of the database that refers to members', () => {
  const tables = Object.values(sources).flatMap((text) =>
    text
      .split('sqliteTable(')
      .slice(1)
      .filter((table) => PERSONAL.test(table))
      .map((table) => /'(\w+)'/.exec(table)![1]!),
  )
  expect(tables.length).toBeGreaterThan(25)
  expect(tables.filter((table) => !named.has(table))).toEqual([])
})

it('the record names every file that stores something in the browser', () => {
  const files = filesWith(/\bstore\(|\bstoreChoice\(|localStorage\.|caches\.open|document\.cookie =/, 'web/').filter(
    (file) => file !== 'web/lib/theme.ts',
  )
  expect(files).toContain('web/lib/i18n.ts')
  expect(files.filter((file) => !named.has(file))).toEqual([])
})

it('the record names every file that sends something to another service', () => {
  const files = filesWith(/\bfetch(Text|Json|Stream|Status|Start)(<.+>)?\(|\bEMAIL\.send\(|\bAI!?\.run\(/, 'workers/').filter(
    (file) => file !== 'workers/shared/external-http.ts',
  )
  expect(files.length).toBeGreaterThan(4)
  expect(files.filter((file) => !named.has(file))).toEqual([])
})

it('the record has a row for each rule of the terms and each row of the notice', () => {
  const titles = Object.entries({ 'features/auth/Terms.tsx': 'title', 'features/pages/NoticePage.tsx': 'term' }).flatMap(([file, prop]) =>
    [...sources[`./${file}`]!.matchAll(new RegExp(` ${prop}=\\{<Trans>([^<]+)</Trans>\\}`, 'g'))].map(([, title]) => title!),
  )
  expect(titles.length).toBeGreaterThan(20)
  const rows = [...record.matchAll(/^\| ([^|]+) \|/gm)].map(([, claim]) => claim!)
  expect(titles.filter((title) => !rows.some((row) => row === title || row.split(', ').includes(title)))).toEqual([])
})
