import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { listingLabels } from '../../../../listings/search/search-index.ts'
import { categoryLabel, subCategoryLabel } from '../../../../listings/taxonomy.schema.ts'
import { database } from '../../../../shared/db.ts'
import { migrate } from '../../../deploy/migrate.ts'
import { type JudgedQuery, judgedQueries, ndcg, searchJudged, storeJudged } from '../../../relevance/judged.ts'
import { openConnection } from '../../../world/hrana.ts'
import type { Result } from '../result.ts'
import { round, serve } from '../served-database.ts'
import type { Document, Engine } from './engine.ts'
import { openLike } from './like.ts'
import { openMiniSearch } from './minisearch.ts'

interface JudgedRow extends Omit<Document, 'labels' | 'body'> {
  type: 'services' | 'jobs' | 'events'
  subCategory: string
  cityNames: string | null
  description: string
  plans: string
}

/** The judged listings as the other engines store them, read from Warren's database. */
function readDocuments(file: string): Document[] {
  const db = openConnection(file)
  const rows = db
    .prepare(`select l.id, list_type as type, lang, category, sub_category as subCategory, country, city as cityNames, city_id as city,
      price_usd as priceUsd, l.title, description_preview as card, l.description, p.name,
      (select coalesce(group_concat(key, char(10)), '') from json_each(options)) as plans,
      coalesce(sum(r.stars * r.count) * 1.0 / sum(r.count), 0) as rating, coalesce(sum(r.count), 0) as ratings
      from listings l join profiles p on p.user_id = l.user_id left join rating_counts r on r.rated = 'service' and r.rated_id = l.id group by l.id`)
    .all() as JudgedRow[]
  db.close()
  return rows.map(({ subCategory, cityNames, description, plans, ...row }) => ({
    ...row,
    labels: listingLabels(
      [categoryLabel(row.type, row.category), subCategoryLabel(row.type, row.category, subCategory)],
      row.name,
      row.country,
      cityNames,
    ),
    body: `${description.replace(/<[^>]*>/g, '')}\n${plans}`,
  }))
}

const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length

/** The mean nDCG@10 of the judged searches of each language, of those that were never used for tuning, and of all. */
async function scoresOf(find: (judged: JudgedQuery) => Promise<number[]>, keys: Map<number, string>) {
  const scores: { judged: JudgedQuery; value: number }[] = []
  for (const judged of judgedQueries) {
    const ids = await find(judged)
    scores.push({
      judged,
      value: ndcg(
        ids.map((id) => keys.get(id)!),
        judged.grades,
      ),
    })
  }
  const of = (some: (judged: JudgedQuery) => boolean) => mean(scores.filter(({ judged }) => some(judged)).map(({ value }) => value))
  return {
    all: of(() => true),
    untouched: of(({ use }) => use === 'report'),
    en: of(({ lang }) => lang === 'en'),
    ja: of(({ lang }) => lang === 'ja'),
  }
}

/**
 * Measures nDCG@10 of Warren and of other engines on the judged searches. `openPostgres` loads the documents into PostgreSQL; it
 * returns null if that is not installed.
 */
export async function measureRelevance(
  openPostgres: (documents: Document[]) => Promise<Engine | null>,
  log: (line: string) => void,
): Promise<Result[]> {
  const file = join(mkdtempSync(join(tmpdir(), 'judged-')), 'judged.db')
  const { url, stop } = await serve(file)
  try {
    await migrate(url)
    const db = database({ DATABASE_URL: url })
    const keys = await storeJudged(db)
    const documents = readDocuments(file)
    const miniSearch = openMiniSearch()
    miniSearch.add(documents, () => false)
    const others: Record<string, Engine | null> = {
      LIKE: openLike(file),
      MiniSearch: miniSearch,
      PostgreSQL: await openPostgres(documents),
    }
    const warren = await scoresOf((judged) => searchJudged(db, judged), keys)
    log(`nDCG@10 of Warren: ${round(warren.en)} en, ${round(warren.ja)} ja, ${round(warren.untouched)} on the untouched searches`)
    const results: Result[] = [
      { name: 'nDCG@10 of all judged searches', value: round(warren.all), unit: '', goal: 0.85, better: 'higher' },
      { name: 'nDCG@10 of those never used for tuning', value: round(warren.untouched), unit: '', goal: 0.85, better: 'higher' },
    ]
    for (const [name, engine] of Object.entries(others)) {
      if (!engine) continue
      const scores = await scoresOf(async ({ query, type }) => {
        const { hits } = await engine.search({ text: query, ...(type !== 'all' && { type }) })
        return hits.map(({ id }) => id)
      }, keys)
      log(`nDCG@10 of ${name}: ${round(scores.en)} en, ${round(scores.ja)} ja, ${round(scores.untouched)} on the untouched searches`)
      results.push({ name: `nDCG@10 of ${name} on all`, value: round(scores.all), unit: '', better: 'higher' })
      results.push({
        name: `nDCG@10 of Warren on all, less that of ${name}`,
        value: round(warren.all - scores.all),
        unit: '',
        goal: 0.01,
        better: 'higher',
      })
    }
    return results
  } finally {
    await stop()
  }
}
