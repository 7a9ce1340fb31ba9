import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'

/** One piece of English in the repository, and where it is (`file:line`). Code between backticks is left out. */
export interface Prose {
  kind: 'comment' | 'test title' | 'text' | 'documentation'
  where: string
  text: string
}

/** Files whose English is not ours to change: migrations are never edited, the others are generated or sample data. */
const EXCLUDED =
  /^migrations\/|^contracts\/abi\/|\.gen\.ts$|^package-lock\.json$|^workers\/local\/seed\/(?!seed\.ts)|^tools\/style\/retired-words\.ts$/

const SCRIPT = /\.(tsx?|mjs|sol)$/
const isTest = (file: string): boolean => /\.test\.tsx?$|^web\/e2e\/.*\.ts$/.test(file)

const withoutCode = (text: string): string => text.replace(/`[^`]*`/g, '`…`')
const oneLine = (text: string): string => withoutCode(text.replace(/\s+/g, ' ').trim())

/** All matches of a pattern: the text of the first group that matched, and where it is. */
function find(kind: Prose['kind'], file: string, source: string, pattern: RegExp): Prose[] {
  return [...source.matchAll(pattern)].map((match) => {
    const text = match.slice(1).find((group) => group !== undefined) ?? ''
    const line = source.slice(0, match.index + match[0].length - match[0].trimStart().length).split('\n').length
    return { kind, where: `${file}:${line}`, text }
  })
}

/** Comments of a script or style sheet. Consecutive `//` lines are one comment. `//` in a URL is not a comment. */
function slashComments(file: string, source: string): Prose[] {
  const blocks = find('comment', file, source, /(?<=^|[\s{(,])\/\*\*?([\s\S]*?)\*\//g)
  const lines = find('comment', file, source, /(?<=^|[ \t])(\/\/\/? .*(?:\n[ \t]*\/\/\/? .*)*)/gm)
  return [
    ...blocks.map((each) => ({ ...each, text: oneLine(each.text.replace(/^\s*\*/gm, '')) })),
    ...lines.map((each) => ({ ...each, text: oneLine(each.text.replace(/^\s*\/\/\/? /gm, '')) })),
  ]
}

const hashComments = (file: string, source: string): Prose[] =>
  find('comment', file, source, /(^[ \t]*# .*(?:\n[ \t]*# .*)*)/gm).map((each) => ({
    ...each,
    text: oneLine(each.text.replace(/^\s*# /gm, '')),
  }))

/** A title, and how far its line is indented. */
interface Title extends Prose {
  isGroup: boolean
  indent: number
}

/** The first string argument of `it` and `test`, also after `.each(…)`, after those of the `describe` groups around it. */
function titles(file: string, source: string): Prose[] {
  const patterns = [
    /\b(?:describe|it|test)(?:\.\w+)?\(\s*(?:'((?:[^'\\\n]|\\.)*)'|`([^`]*)`|"([^"\n]*)")/g,
    /\b(?:describe|it|test)\.each\b[\s\S]*?\)\(\s*(?:'((?:[^'\\\n]|\\.)*)'|`([^`]*)`)/g,
  ]
  const lines = source.split('\n')
  const found: Title[] = patterns
    .flatMap((pattern) => find('test title', file, source, pattern))
    .map((title) => {
      // The call may begin lines before its title, if it has a table.
      const from = Number(title.where.split(':').at(-1)) - 1
      const line = lines.slice(0, from + 1).findLast((one) => /^\s*(?:describe|it|test)\b/.test(one)) ?? ''
      return { ...title, text: oneLine(title.text), isGroup: /^\s*describe\b/.test(line), indent: line.search(/\S/) }
    })
    .sort((a, b) => Number(a.where.split(':').at(-1)) - Number(b.where.split(':').at(-1)))
  const groups: Title[] = []
  return found
    .flatMap(({ isGroup, indent, ...title }) => {
      while (groups.length && groups.at(-1)!.indent >= indent) groups.pop()
      if (isGroup) groups.push({ ...title, isGroup, indent })
      return isGroup ? [] : [{ ...title, text: [...groups.map((group) => group.text), title.text].join(' › ') }]
    })
    .filter(({ text }) => /[a-z] [a-z]/.test(text))
}

/** The English texts of a catalog. */
const texts = (file: string, source: string): Prose[] =>
  find('text', file, source, /^msgid "(.+)"$|^msgid ""\n((?:".*"\n)+)/gm)
    .map((each) => ({ ...each, text: oneLine(each.text.replace(/^"|"$/gm, '').replaceAll('\\n', ' ').replaceAll('\\"', '"')) }))
    .filter(({ text }) => !text.includes('POT-Creation-Date'))

/** The English texts of a catalog in TypeScript: every string of several words. */
const strings = (file: string, source: string): Prose[] =>
  find('text', file, source, /'((?:[^'\\\n]|\\.)* (?:[^'\\\n]|\\.)*)'|`([^`]* [^`]*)`|"([^"\n]* [^"\n]*)"/g)

/** Paragraphs, list items and table rows. The tables of docs/writing.md quote what to avoid. */
function paragraphs(file: string, source: string): Prose[] {
  const kept = source.replace(/^```[\s\S]*?^```$/gm, (code) => code.replace(/[^\n]/g, ''))
  const prose = file === 'docs/writing.md' ? kept.replace(/^\|.*$/gm, '') : kept
  return find('documentation', file, prose, /^((?:[-|].*)|(?:[^\s|].*(?:\n(?![-|\s]).+)*))/gm).map((each) => ({
    ...each,
    text: oneLine(each.text),
  }))
}

/** All prose of a file, by its kind of source. */
export function proseOf(file: string, source: string): Prose[] {
  if (file.endsWith('.md')) return paragraphs(file, source)
  if (file.endsWith('/en.po')) return texts(file, source)
  if (/\.(toml|ya?ml|sh)$|^\.(?:git|editor)|^\.ci\//.test(file)) return hashComments(file, source)
  if (file.endsWith('/locales/en.ts')) return [...slashComments(file, source), ...strings(file, source)]
  const found = SCRIPT.test(file) || file.endsWith('.css') ? slashComments(file, source) : []
  return isTest(file) ? [...found, ...titles(file, source)] : found
}

/** All prose of the repository, except in generated files, migrations and sample data. */
export function allProse(): Prose[] {
  const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { encoding: 'utf8' }).split('\n')
  return files
    .filter((file) => file && !EXCLUDED.test(file) && existsSync(file))
    .flatMap((file) => proseOf(file, readFileSync(file, 'utf8')))
    .filter(({ text }) => /[a-z]{2}/i.test(text))
}
