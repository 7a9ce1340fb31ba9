// Prints a random sample for a reader: 40 comments, 40 test titles and every English text of the interface. `--seed N` repeats a sample.
import { parseArgs } from 'node:util'
import { allProse, type Prose } from './prose.ts'

/** Random numbers from 0 to 1 that depend only on the seed (mulberry32). */
function random(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

const { values } = parseArgs({ options: { seed: { type: 'string' }, count: { type: 'string', default: '40' } } })
const seed = Number(values.seed ?? Math.floor(Math.random() * 1e6))
const next = random(seed)
const prose = allProse()

function print(title: string, list: Prose[]): void {
  process.stdout.write(`\n## ${title}\n\n${list.map(({ where, text }, i) => `${i + 1}. ${text}  (${where})\n`).join('')}`)
}

/** Chooses `count` of a kind without repetition. */
const sample = (kind: Prose['kind']): Prose[] =>
  prose
    .filter((each) => each.kind === kind)
    .map((each) => ({ each, order: next() }))
    .sort((a, b) => a.order - b.order)
    .slice(0, Number(values.count))
    .map(({ each }) => each)

process.stdout.write(`seed ${seed}\n`)
print(`${values.count} comments`, sample('comment'))
print(`${values.count} test titles`, sample('test title'))
print(
  'English texts',
  prose.filter(({ kind }) => kind === 'text'),
)
