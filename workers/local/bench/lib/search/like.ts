import { openConnection } from '../../../world/hrana.ts'
import { type Engine, type Hit, PAGE, type Page } from './engine.ts'

/** Columns that are searched: those whose texts Warren's index has, except the names of categories, which are not in the database. */
const COLUMNS = ['l.title', 'l.description_preview', 'l.description', 'l.options', 'l.city', 'p.name']

const escapePattern = (word: string) => `%${word.replace(/[\\%_]/g, '\\$&')}%`

/**
 * A search by LIKE in the database of Warren's search, best first: a listing has all words, and those with most of them in the title, then
 * on the card, come first.
 */
export function openLike(file: string): Engine {
  const db = openConnection(file)
  return {
    search({ text, type, category, country, city, maxPrice }) {
      const words = text.slice(0, 200).split(/\s+/).filter(Boolean).slice(0, 12).map(escapePattern)
      if (!words.length) return { hits: [], total: 0, people: [], proposal: null }
      const has = (column: string) => `(${words.map((_, i) => `(${column} like ?${i + 1} escape '\\')`).join(' + ')})`
      const filters = { list_type: type, category, country, city_id: city }
      const given = Object.entries(filters).filter(([, value]) => value !== undefined)
      const conditions = [
        ...given.map(([column], i) => `l.${column} = ?${words.length + i + 1}`),
        ...(maxPrice === undefined ? [] : [`price_usd <= ${maxPrice}`]),
        ...words.map((_, i) => `(${COLUMNS.map((column) => `${column} like ?${i + 1} escape '\\'`).join(' or ')})`),
      ]
      const sql = `select f.*, coalesce(sum(r.stars * r.count) * 1.0 / sum(r.count), 0) as rating, coalesce(sum(r.count), 0) as ratings from (
        select l.id, l.title, description_preview as card, category, lang, country, price_usd as priceUsd, p.name, count(*) over () as total,
          ${has('l.title')} as inTitle, ${has('description_preview')} as onCard
        from listings l join profiles p on p.user_id = l.user_id where enabled and deleted_at is null and ${conditions.join(' and ')}
        order by inTitle desc, onCard desc, l.id desc limit ${PAGE}) f
        left join rating_counts r on r.rated = 'service' and r.rated_id = f.id
        group by f.id order by inTitle desc, onCard desc, f.id desc`
      const rows = db.prepare(sql).all([...words, ...given.map(([, value]) => value)]) as (Hit & { total: number })[]
      const named = words.map((_, i) => `name like ?${i + 1} escape '\\'`).join(' and ')
      const people = db.prepare(`select user_id as id, name from profiles where ${named} limit ${PAGE}`).all(words) as Page['people']
      return { hits: rows, total: rows[0]?.total ?? 0, people, proposal: null }
    },
  }
}
