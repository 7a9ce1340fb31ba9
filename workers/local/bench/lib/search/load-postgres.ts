import { foldText, splitRuns } from '../../../../listings/search/words.schema.ts'
import type { Document } from './engine.ts'
import { createPeople, createTable, createWords, indexesOf, indexPeople, indexWords } from './postgres.ts'
import { runSql } from './postgres-cluster.ts'

const ROWS_PER_CHUNK = 500
const COLUMNS = 'id, type, lang, category, country, city, price_usd, title, card, labels, body, name, rating, ratings'

/** A row of COPY's text format. */
const copyRow = ({
  id,
  type,
  lang,
  category,
  country,
  city,
  priceUsd,
  title,
  card,
  labels,
  body,
  name,
  rating,
  ratings,
}: Document): string =>
  `${[id, type, lang, category, country, city, priceUsd, title, card, labels, body, name, rating, ratings]
    .map((value) => (value === null ? '\\N' : String(value).replaceAll('\\', '\\\\').replaceAll('\n', '\\n').replaceAll('\t', ' ')))
    .join('\t')}\n`

function* copyRows(documents: Iterable<Document>): Generator<string> {
  let rows: string[] = []
  for (const document of documents) {
    rows.push(copyRow(document))
    if (rows.length < ROWS_PER_CHUNK) continue
    yield rows.join('')
    rows = []
  }
  yield rows.join('')
}

/** A cluster and a table of it. */
export interface Table {
  /** The folder of PostgreSQL's programs. */
  bin: string
  /** The folder of the socket. */
  host: string
  table: string
}

/** Creates a table with these listings, its indexes, and a table of the words of titles and cards. */
export async function loadListings({ bin, host, table }: Table, documents: Iterable<Document>): Promise<void> {
  const run = (sql: string, input?: Iterable<string>) => runSql(bin, host, sql, input)
  const words = new Set<string>()
  function* collectWords() {
    for (const document of documents) {
      for (const { text, cjk } of splitRuns(foldText(`${document.title}\n${document.card}`))) if (!cjk) words.add(text)
      yield document
    }
  }
  await run(createTable(table))
  await run(`copy ${table} (${COLUMNS}) from stdin`, copyRows(collectWords()))
  for (const sql of indexesOf(table)) await run(sql)
  await run(createWords(table))
  await run(`copy ${table}_words from stdin`, [[...words].map((word) => `${word}\n`).join('')])
  await run(indexWords(table))
  await run(`vacuum analyze ${table}`)
  await run(`vacuum analyze ${table}_words`)
}

/** Creates the table of people beside a table of listings. */
export async function loadPeople({ bin, host, table }: Table, people: Iterable<[id: number, name: string]>): Promise<void> {
  await runSql(bin, host, createPeople(table))
  const rows = [...people].map(([id, name]) => `${id}\t${name}\n`).join('')
  await runSql(bin, host, `copy ${table}_people (id, name) from stdin`, [rows])
  for (const sql of indexPeople(table)) await runSql(bin, host, sql)
  await runSql(bin, host, `vacuum analyze ${table}_people`)
}

/** Makes a table of two others, which stay as they are: the rows and indexes of both. Their words are gathered in a new table. */
export async function joinTables({ bin, host, table }: Table, parts: [string, string]): Promise<void> {
  const sql = [
    createTable(table),
    ...parts.map((part) => `alter table ${part} inherit ${table}`),
    `analyze ${table}`,
    createWords(table),
    `insert into ${table}_words select word from ${parts[0]}_words union select word from ${parts[1]}_words`,
    indexWords(table),
    `analyze ${table}_words`,
  ]
  for (const one of sql) await runSql(bin, host, one)
}
