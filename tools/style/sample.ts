// Prints a random sample for a reader: 40 comments, 40 test titles and every English text of the interface. `--seed N` repeats a sample.
import { parseArgs } from 'node:util'
import { seeded } from '../random.ts'
import { allProse, type Prose } from './prose.ts'

const { values } = parseArgs({ options: { seed: { type: 'string' }, count: { type: 'string', default: '40' } } })
const seed = Number(values.seed ?? Math.floor(Math.random() * 1e6))
const { next } = seeded(seed)
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
