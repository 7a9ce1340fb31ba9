import type Database from 'libsql'
import { LIST_TYPES, type ListType } from '../../../../listings/list-types.schema.ts'
import { personTerms } from '../../../../listings/search/people.ts'
import { beginnings, MARKS, propertyTerms, terms } from '../../../../listings/search/terms.schema.ts'
import { DEFAULT_OPTION } from '../../../../listings/services.schema.ts'
import { openConnection } from '../../../world/hrana.ts'
import { labelsOf } from './engine.ts'
import { type GeneratedListing, generateListings, ownerName, PER_OWNER, PLACES } from './generated-listings.ts'

/** Caches a function of a text. */
function memo<Value>(read: (text: string) => Value): (text: string) => Value {
  const known = new Map<string, Value>()
  return (text) => {
    const value = known.get(text) ?? read(text)
    known.set(text, value)
    return value
  }
}

/**
 * Memory (bytes) in which the index gathers terms while it is filled. With the default of 1 MiB, every row would be written and merged
 * many times.
 */
const FILLING = 256 * 1024 * 1024
const DAY = 86_400

function insertOwners(db: Database.Database, size: number): void {
  const user = db.prepare('insert into users (id, created_at, terms_accepted_at) values (?, 1, 1)')
  const profile = db.prepare(
    `insert into profiles (user_id, name, title, geoip, updated_at) values (?, ?, 'Designer', '{"country":"JP"}', 1)`,
  )
  for (let id = 1; id <= Math.ceil(size / PER_OWNER); id++) {
    user.run([id])
    profile.run([id, ownerName(id)])
  }
}

function insertListings(db: Database.Database, size: number): void {
  const at = Math.floor(Date.now() / 1000)
  const listing =
    db.prepare(`insert into listings (id, list_type, user_id, account, lang, category, sub_category, title, description_preview,
    description, options, price_usd, local, country, city, city_id, ends_at, created_at, updated_at)
    values (?, ?, ?, '0x', ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`)
  const rated = db.prepare(`insert into rating_counts (rated, rated_id, stars, count) values ('service', ?, ?, ?)`)
  const optionsOf = memo((plans) =>
    JSON.stringify(
      Object.fromEntries(plans.split('\n').map((plan) => [plan, { ...DEFAULT_OPTION, description: plan, features: ['PDF'] }])),
    ),
  )
  for (const one of generateListings(size)) {
    const { id, type, lang, category, subCategory, title, card, body, plans, place, owner, priceUsd, reviews } = one
    const [country = null, cityId = null, en, ja] = place === null ? [] : PLACES[place]!
    const createdAt = at - Math.floor(((size - id) / size) * 700 * DAY)
    listing.run([
      id,
      type,
      owner,
      lang,
      category,
      subCategory,
      title.join(''),
      card.join(''),
      `<p>${body.join(lang === 'ja' ? '' : ' ')}</p>`,
      plans.length ? optionsOf(plans.join('\n')) : '{}',
      priceUsd,
      place === null ? 0 : 1,
      country,
      country && JSON.stringify({ cityId, en, ja }),
      cityId,
      type === 'events' ? at + 30 * DAY : null,
      createdAt,
      createdAt,
    ])
    for (const [i, count] of reviews.entries()) if (count) rated.run([id, 4 + i, count])
  }
}

/** The texts consist of parts that come again, so each part is split into terms only once. */
function indexListings(db: Database.Database, size: number): void {
  const indexed = db.prepare('insert into search_terms (rowid, terms) values (?, ?)')
  const caches = Object.fromEntries(
    LIST_TYPES.map((type) => [
      type,
      {
        title: memo((text) => terms(text, MARKS[type].title)),
        card: memo((text) => terms(text, MARKS[type].card)),
        body: memo((text) => terms(text, MARKS[type].body)),
        beginnings: memo((text) => beginnings(text, MARKS[type].beginning)),
      },
    ]),
  ) as Record<ListType, Record<'title' | 'card' | 'body' | 'beginnings', (text: string) => string>>
  const labels = memo((key) => labelsOf(JSON.parse(key) as GeneratedListing))
  for (const { id, type, lang, category, subCategory, title, card, body, plans, place, owner, priceUsd } of generateListings(size)) {
    const [country = null, cityId = null] = place === null ? [] : PLACES[place]!
    const names = [labels(JSON.stringify({ type, category, subCategory, place })), ownerName(owner)]
    const all = [
      propertyTerms({ listType: type, category, subCategory, lang, local: place !== null, country, cityId, priceUsd }),
      ...title.map(caches[type].title),
      ...[...card, ...names].map(caches[type].card),
      ...[...title, ...names].map(caches[type].beginnings),
      ...[...body, ...plans].map(caches[type].body),
    ]
    indexed.run([id, all.join(' ')])
  }
}

function indexOwners(db: Database.Database, size: number): void {
  const person = db.prepare('insert into search_people_terms (rowid, terms) values (?, ?)')
  for (let id = 1; id <= Math.ceil(size / PER_OWNER); id++)
    person.run([
      id,
      personTerms({
        name: ownerName(id),
        username: null,
        title: 'Designer',
        description: null,
        creator: null,
        pageTitle: null,
        pageText: null,
      }),
    ])
}

function insertWords(db: Database.Database, size: number): void {
  const words = new Set<string>()
  for (const { title, card } of generateListings(size))
    for (const part of [...title, ...card])
      for (const [word] of part.toLowerCase().matchAll(/(?<![a-z])[a-z]{3,21}(?![a-z])/g)) words.add(word)
  const word = db.prepare('insert into search_words (word, reversed) values (?, ?)')
  for (const each of words) word.run([each, [...each].reverse().join('')])
}

/** Inserts generated listings with their owners, reviews and search index into an empty database. */
export function fillSearch(file: string, size: number): void {
  const db = openConnection(file)
  db.exec('pragma synchronous = off; pragma cache_size = -400000; pragma foreign_keys = off; begin')
  insertOwners(db, size)
  insertListings(db, size)
  insertWords(db, size)
  // The index is filled in a transaction of its own: any other statement would make it write what it has gathered.
  db.exec('commit')
  for (const table of ['search_terms', 'search_people_terms'])
    db.exec(`insert into ${table} (${table}, rank) values ('hashsize', ${FILLING}), ('automerge', 0)`)
  db.exec('begin')
  indexListings(db, size)
  indexOwners(db, size)
  db.exec('commit')
  // Afterwards the index is written with the settings of the product.
  for (const table of ['search_terms', 'search_people_terms'])
    db.exec(`insert into ${table} (${table}, rank) values ('automerge', 4), ('hashsize', 1048576)`)
  db.exec('analyze; pragma wal_checkpoint(truncate)')
  db.close()
}
