import { readFileSync } from 'node:fs'
import type { ListType } from '../../../../listings/list-types.schema.ts'

/** A listing of the judged set, as far as its texts are reused here. */
interface Written {
  type: ListType
  lang: string
  category: string
  subCategory: string
  title: string
  card: string
  body: string
  plans?: string[]
  owner: { name: string }
}

const written = JSON.parse(readFileSync(new URL('../../../../listings/judged/listings.json', import.meta.url), 'utf8')) as Written[]

export interface GeneratedListing {
  id: number
  type: ListType
  lang: 'en' | 'ja'
  category: string
  subCategory: string
  /** The parts of the title and of the card, which punctuation or spaces separate. */
  title: [text: string, name: string]
  card: [name: string, text: string]
  /** The sentences of the description. */
  body: string[]
  plans: string[]
  /** The position in {@link PLACES}; null for an online listing. */
  place: number | null
  /** User id. */
  owner: number
  /** Micro-USD. */
  priceUsd: number
  /** Days. */
  delivery: number
  /** The number of reviews with four and with five stars. */
  reviews: [four: number, five: number]
}

/** Country, GeoNames id and names of the cities of local listings. */
export const PLACES = [
  ['JP', 1850147, 'Tokyo', '東京'],
  ['JP', 1857910, 'Kyoto', '京都'],
  ['JP', 1853909, 'Osaka', '大阪'],
  ['JP', 1863967, 'Fukuoka', '福岡'],
  ['JP', 2128295, 'Sapporo', '札幌'],
  ['JP', 1856057, 'Nagoya', '名古屋'],
  ['DE', 2950159, 'Berlin', 'ベルリン'],
  ['DE', 2867714, 'Munich', 'ミュンヘン'],
  ['FR', 2988507, 'Paris', 'パリ'],
  ['GB', 2643743, 'London', 'ロンドン'],
  ['US', 5128581, 'New York', 'ニューヨーク'],
  ['US', 5391959, 'San Francisco', 'サンフランシスコ'],
  ['PT', 2267057, 'Lisbon', 'リスボン'],
  ['BR', 3448439, 'São Paulo', 'サンパウロ'],
  ['IN', 1277333, 'Bengaluru', 'ベンガルール'],
  ['KE', 184745, 'Nairobi', 'ナイロビ'],
] as const

/** Listings of one owner, on average. */
export const PER_OWNER = 20

const SYLLABLES = [...'bdfghjklmnprstvz'].flatMap((consonant) => ['a', 'e', 'i', 'o'].map((vowel) => consonant + vowel))
const KANA = [
  ...'アイウエオカキクケコサシスセソタチツテトナニヌネノハヒフヘホマミムメモヤユヨラリルレロワンガギグゲゴザジズゼゾダデドバビブベボパ',
]

/** An invented name with the number `n` (below 2^24), of four syllables. Two numbers never have the same name. */
export function nameOf(n: number, lang: 'en' | 'ja'): string {
  const syllables = lang === 'ja' ? KANA : SYLLABLES
  // An odd factor gives every number another one below 2^24, far from those of its neighbours.
  const mixed = Math.imul(n, 0x9e3779b1) & 0xffffff
  return Array.from({ length: 4 }, (_, i) => syllables[(mixed >> (6 * i)) & 63]).join('')
}

/** The name of an owner. */
export const ownerName = (id: number): string => {
  const { lang, owner } = written[id % written.length]!
  return `${owner.name} ${nameOf(id, lang as 'en' | 'ja')}`
}

/** How many listings have the same invented name, on average. */
const PER_NAME = 8

/** Numbers from 0 to 1, the same for the same seed (mulberry32). */
function randomNumbers(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

const splitSentences = (text: string): string[] =>
  text
    .split(/(?<=[.!?])\s+|(?<=[。！？])/u)
    .map((sentence) => sentence.trim())
    .filter(Boolean)

/** The parts of a title before and after its first preposition or Japanese particle. */
function splitTitle(title: string): [head: string, tail: string] {
  const at = title.search(/ (?:for|in|with|from|on|at) |(?<=[のをで])(?=[^のをで]{4})/u)
  return at < 4 ? [title, ''] : [title.slice(0, at), title.slice(at)]
}

/**
 * Generates listings in English and Japanese from new combinations of the titles, cards, sentences and plans of the judged set, so that
 * words are as frequent as in written listings. Seven of ten have an invented name in their title or on their card, so that the number of
 * different words grows with the number of listings. The same size gives the same listings.
 */
export function* generateListings(size: number): Generator<GeneratedListing> {
  const groups = new Map<string, Written[]>()
  for (const one of written) groups.set(one.lang, [...(groups.get(one.lang) ?? []), one])
  const sentences = new Map(written.map((one) => [one, splitSentences(one.body)]))
  const titles = new Map(written.map((one) => [one, splitTitle(one.title)]))
  const random = randomNumbers(size)
  const below = (count: number) => Math.floor(random() * count)
  const pick = <Item>(items: readonly Item[]): Item => items[below(items.length)]!
  for (let id = 1; id <= size; id++) {
    const lang = random() < 0.5 ? 'en' : 'ja'
    const group = groups.get(lang)!
    const [base, other] = [pick(group), pick(group)]
    const name = random() < 0.7 ? nameOf(below(Math.ceil(size / PER_NAME)), lang) : ''
    const isInTitle = random() < 0.5
    const inTitle = lang === 'ja' ? `「${name}」` : ` by ${name}`
    const onCard = lang === 'ja' ? `${name}。` : `${name}: `
    const [head, tail] = [titles.get(base)![0], titles.get(random() < 0.5 ? base : other)![1]]
    const own = sentences.get(base)!
    const body = [...own.slice(0, 3 + below(3)), ...Array.from({ length: 5 + below(5) }, () => pick(sentences.get(pick(group))!))]
    const isPopular = random() < 0.3
    yield {
      id,
      type: base.type,
      lang,
      category: base.category,
      subCategory: base.subCategory,
      title: [head + tail, name && isInTitle ? inTitle : ''],
      card: [name && !isInTitle ? onCard : '', base.card],
      body,
      plans: base.plans ?? [],
      // The first cities have most listings, as in reality.
      place: random() < 0.3 ? Math.floor(PLACES.length * random() ** 2) : null,
      owner: 1 + below(Math.ceil(size / PER_OWNER)),
      priceUsd: (5 + below(500)) * 1_000_000,
      delivery: 1 + below(30),
      reviews: isPopular ? [below(20), below(60)] : [0, 0],
    }
  }
}
