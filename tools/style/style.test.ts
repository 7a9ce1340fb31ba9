import { expect, test } from 'vitest'
import { allProse, proseOf } from './prose.ts'
import { RETIRED } from './retired-words.ts'

/** Files with drawings, where such words are meant literally. */
const DRAWINGS = /^web\/ui\/art\/|^web\/shell\/Logo\.tsx/

test('comments, test titles, texts and documentation use no word that the style guide retires', () => {
  const found = allProse()
    .filter(({ where }) => !DRAWINGS.test(where))
    .flatMap(({ kind, where, text }) =>
      RETIRED.flatMap(([pattern, write]) => {
        const word = pattern.exec(text)?.[0]
        return word ? [`${where} (${kind}): "${word}". Better: ${write}. In: ${text.slice(0, 160)}`] : []
      }),
    )
  expect(found).toEqual([])
})

test('all four kinds of prose are found', () => {
  const prose = allProse()
  const count = (kind: string) => prose.filter((each) => each.kind === kind).length
  expect(count('comment')).toBeGreaterThan(2000)
  expect(count('test title')).toBeGreaterThan(700)
  expect(count('text')).toBeGreaterThan(1000)
  expect(count('documentation')).toBeGreaterThan(400)
})

test('comments are read with their lines joined and without code', () => {
  const source = "const url = 'http://x' // First line\n// second `told` line\n/** A\n * block. */\nconst glob = 'workers/*/x'\n"
  expect(proseOf('a.ts', source)).toEqual([
    { kind: 'comment', where: 'a.ts:3', text: 'A block.' },
    { kind: 'comment', where: 'a.ts:1', text: 'First line second `…` line' },
  ])
})

test('titles are read from plain and parametrised tests, after those of their groups', () => {
  const source = [
    "describe('a group of tests', () => {",
    "  test.each([1, 2])('passes case %i of two', () => {})",
    '})',
    "it('is\\'nt in a group', () => {})",
  ].join('\n')
  const found = proseOf('a.test.ts', source).map(({ text }) => text)
  expect(found).toEqual(['a group of tests › passes case %i of two', "is\\'nt in a group"])
})
