import pg from 'pg'
import { type Engine, FEW, type Hit, PAGE, type Page, type SearchRequest, wordsOf } from './engine.ts'

/** The table of one set of listings. Full-text search knows the words of European languages, trigrams find the others in `all_text`. */
export const createTable = (name: string) => `create table ${name} (
  id int not null, type text not null, lang text not null, category text not null, country text, city int, price_usd bigint not null,
  title text not null, card text not null, labels text not null, body text not null, name text not null, rating real not null, ratings int not null,
  words tsvector generated always as (setweight(to_tsvector('english', title), 'A') || setweight(to_tsvector('english', card), 'B')
    || setweight(to_tsvector('english', labels), 'B') || setweight(to_tsvector('english', body), 'D')) stored,
  all_text text generated always as (lower(title || E'\\n' || card || E'\\n' || labels || E'\\n' || body)) stored)`

/** The indexes by their columns. They are created after the rows were inserted, which is faster. */
export const indexesOf = (name: string): string[] => [
  `alter table ${name} add primary key (id)`,
  `create index on ${name} using gin (words) with (fastupdate = off)`,
  `create index on ${name} using gin (all_text gin_trgm_ops) with (fastupdate = off)`,
  `create index on ${name} (category, id)`,
  `create index on ${name} (city, id) where city is not null`,
]

/** The words of titles and cards, to correct mistakes as the documentation of pg_trgm proposes. */
export const createWords = (name: string): string => `create table ${name}_words (word text primary key)`
export const indexWords = (name: string): string => `create index on ${name}_words using gin (word gin_trgm_ops) with (fastupdate = off)`

/** The names of people. */
export const createPeople = (name: string): string =>
  `create table ${name}_people (id int primary key, name text not null, words tsvector generated always as (to_tsvector('simple', name)) stored)`
export const indexPeople = (name: string): string[] => [
  `create index on ${name}_people using gin (words)`,
  `create index on ${name}_people using gin (name gin_trgm_ops)`,
]

const escapePattern = (word: string) => word.replace(/[\\%_]/g, '\\$&')

const COLUMNS = 'id, title, card, category, lang, country, price_usd::float8 as "priceUsd", name, rating, ratings'

/** Collects the values of a statement. */
function parameters() {
  const values: unknown[] = []
  return { values, add: (value: unknown) => `$${values.push(value)}` }
}
type Parameters = ReturnType<typeof parameters>

function filtersOf({ type, category, country, city, maxPrice }: SearchRequest, { add }: Parameters): string[] {
  const given = Object.entries({ type, category, country, city }).filter(([, value]) => value !== undefined)
  return [
    ...given.map(([column, value]) => `${column} = ${add(value)}`),
    ...(maxPrice === undefined ? [] : [`price_usd <= ${add(maxPrice)}`]),
  ]
}

/** The statement that finds listings with all words: English ones by full text, the last one also by its beginning, the others by trigrams. */
function findAll(request: SearchRequest, table: string): [sql: string, values: unknown[]] | null {
  const words = wordsOf(request.text)
  if (!words.length) return null
  const all = parameters()
  const english = words.filter(({ cjk }) => !cjk)
  const isPrefix = !words.at(-1)!.cjk
  const lexemes = english.map(({ text: word }, i) => (isPrefix && i === english.length - 1 ? `${word}:*` : word))
  const query = english.length ? [`to_tsquery('english', ${all.add(lexemes.join(' & '))})`] : []
  const patterns = words.filter(({ cjk }) => cjk).map(({ text: word }) => all.add(`%${escapePattern(word)}%`))
  const conditions = [
    ...filtersOf(request, all),
    ...query.map((one) => `words @@ ${one}`),
    ...patterns.map((pattern) => `all_text like ${pattern}`),
  ]
  const rank = [
    ...query.map((one) => `4 * ts_rank(words, ${one})`),
    ...patterns.map((pattern) => `(lower(title) like ${pattern})::int + (lower(card) like ${pattern})::int * 0.5`),
    'rating * 0.05',
  ]
  const sql = `select ${COLUMNS}, count(*) over ()::int as total from ${table} where ${conditions.join(' and ')}
    order by ${rank.join(' + ')} desc, id desc limit ${PAGE}`
  return [sql, all.values]
}

/** The statement that finds people by their name. */
function findPeople({ text }: SearchRequest, table: string): [sql: string, values: unknown[]] {
  const all = parameters()
  const words = wordsOf(text)
  const conditions = words.map(({ text: word, cjk }, i) =>
    cjk ? `name like ${all.add(`%${word}%`)}` : `words @@ to_tsquery('simple', ${all.add(i === words.length - 1 ? `${word}:*` : word)})`,
  )
  return [`select id, name from ${table}_people where ${conditions.join(' and ')} order by id desc limit ${PAGE}`, all.values]
}

/** The text with each unknown word replaced by the most similar known one; null if there is none. */
async function correct(pool: InstanceType<typeof pg.Pool>, { text }: SearchRequest, table: string): Promise<string | null> {
  const words = wordsOf(text)
  const english = words.filter(({ text: word, cjk }) => !cjk && word.length >= 4).map(({ text: word }) => word)
  if (!english.length) return null
  const { rows } = (await pool.query(
    `select asked.word, (select known.word from ${table}_words known where known.word % asked.word
        order by similarity(known.word, asked.word) desc, known.word limit 1) as near
      from unnest($1::text[]) as asked (word) where not exists (select 1 from ${table}_words known where known.word = asked.word)`,
    [english],
  )) as { rows: { word: string; near: string | null }[] }
  const near = new Map(rows.flatMap((row) => (row.near ? [[row.word, row.near] as const] : [])))
  return near.size ? words.map(({ text: word }) => near.get(word) ?? word).join(' ') : null
}

/**
 * A search by full text and trigrams, best first, with the people of that name. If few have all words, unknown words are corrected; the
 * corrected text is searched if nothing was found.
 */
export async function openPostgres({ host, table }: { host: string; table: string }): Promise<Engine> {
  const pool = new pg.Pool({ host, port: 5432, user: 'postgres', database: 'postgres', max: 4 })
  await pool.query('select 1')
  // The cluster may end before its clients.
  pool.on('error', () => undefined)
  const find = async (request: SearchRequest) => {
    const { rows } = (await pool.query(...findAll(request, table)!)) as { rows: (Hit & { total: number })[] }
    return { hits: rows, total: rows[0]?.total ?? 0 }
  }
  return {
    async search(request): Promise<Page> {
      if (!wordsOf(request.text).length) return { hits: [], total: 0, people: [], proposal: null }
      const [found, { rows }] = await Promise.all([find(request), pool.query(...findPeople(request, table))])
      const people = rows as Page['people']
      const proposal = found.total > FEW ? null : await correct(pool, request, table)
      if (found.total || !proposal) return { ...found, people, proposal }
      return { ...(await find({ ...request, text: proposal })), people, proposal }
    },
  }
}
