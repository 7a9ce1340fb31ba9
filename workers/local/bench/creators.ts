import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient } from '@libsql/client/http'
import { build } from 'esbuild'
import { chromium } from 'playwright-core'
import { ensureChromium } from '../cli/chromium.ts'
import { migrate } from '../deploy/migrate.ts'
import { signIn, upload } from '../seed/client.ts'
import { optionsFor } from '../world/bundle.ts'
import { openConnection } from '../world/hrana.ts'
import { startWorkerd, writeWorker } from '../world/workerd.ts'
import { startWorld } from '../world/world.ts'
import { CHROMIUM_FLAGS } from './lib/chromium-flags.ts'
import { kB, load } from './lib/first-visit.ts'
import type { Bench, Result } from './lib/result.ts'
import { cookieOf, cost, insertSession, median, round, serve } from './lib/served-database.ts'

/** Rounds, and calls of each kind per round. */
const [ROUNDS, CALLS] = [12, 20]
/** The creators whose pages are measured: one who has saved nothing, and one with everything. */
const [EMPTY, FULL] = [1, 2]
const [SECTIONS, POSTS] = [50, 10_000]
/** The measured readers by the number of creators whom they follow. */
const READERS = { 10: 3, 1000: 4 } as const
/** The first of the followed creators, and the posts of each. */
const [FIRST, CREATORS, POSTS_OF_EACH] = [101, 1000, 100]

/** A test account that is not part of the seed data. */
const CREATOR = 140

const mediaId = (i: number) => String(i).padStart(22, '0')

/** Sections of all six kinds in turns, as a large page has them. Returns their JSON and how many pictures they have. */
function makeSections(): { json: string; pictures: number } {
  let pictures = 0
  const picture = () => mediaId(++pictures)
  const text = `<p>${'Work and words. '.repeat(30)}</p>`
  const times = <Entry>(count: number, make: (i: number) => Entry) => Array.from({ length: count }, (_, i) => make(i))
  const part = () => ({ title: 'A part', text, picture: picture() })
  const bodies = [
    () => ({ kind: 'FULL_PAGE', text: text.repeat(3), picture: picture() }),
    () => ({ kind: 'ROADMAP', steps: times(6, (i) => ({ title: `Step ${i}`, text: 'What is done then. '.repeat(8), when: 'Autumn' })) }),
    () => ({
      kind: 'TEAM',
      members: times(4, (i) => ({ name: `Member ${i}`, role: 'Editor', text: 'Writes. '.repeat(12), picture: picture(), link: '' })),
    }),
    () => ({ kind: 'COLUMN', columns: times(3, part) }),
    () => ({ kind: 'ROW', rows: times(3, part) }),
    () => ({ kind: 'CAROUSEL', slides: times(6, () => ({ picture: picture(), caption: 'A picture', link: '' })) }),
  ]
  const sections = times(SECTIONS, (i) => ({
    id: `00000000-0000-4000-8000-${String(i).padStart(12, '0')}`,
    title: `Section ${i}`,
    ...bodies[i % bodies.length]!(),
  }))
  return { json: JSON.stringify(sections), pictures }
}

/** Inserts the two pages, the followed creators with their posts, and the readers. */
function fill(file: string): void {
  const db = openConnection(file)
  const count = (to: number) => `with recursive n(i) as (select 1 union all select i + 1 from n where i < ${to})`
  const { json, pictures } = makeSections()
  const palette = "'#fff0fa', '#dbd0e6'"
  const saved = (userId: number, sections: string) => `insert into folio_versions
    (user_id, version, saved_at, title, about, effect, primary_color, secondary_color, sections)
    values (${userId}, 1, 1, 'A page', 'About it', 'NONE', ${palette}, '${sections.replaceAll("'", "''")}')`
  const posts = (userId: string, from: string, last: number) => `${count(last)} insert into posts
    (id, user_id, version, draft, content, link, created_at, published_at)
    select printf('%022d', ${from}), ${userId}, 1, 0, '<p>' || printf('%.*c', 400, 'x') || '</p>', '', 1700000000 + i, 1700000000 + i from n`
  const last = FIRST + CREATORS - 1
  db.exec('pragma synchronous = off; pragma cache_size = -300000; pragma foreign_keys = off; begin')
  for (const sql of [
    `${count(last)} insert into users (id, created_at, terms_accepted_at) select i, 1, 1 from n`,
    `insert into profiles (user_id, name, title, updated_at) select id, 'Member ' || id, 'Designer', 1 from users`,
    ...Object.values(READERS).map(insertSession),
    `insert into creators (user_id, name, wallet, since) select id, 'page' || id, id, 1 from users`,
    `insert into folios (user_id, version) values (${FULL}, 1)`,
    saved(FULL, json),
    `${count(pictures)} insert into media
        (id, user_id, kind, key, original_filename, content_type, size, created_at, ready_at, width, height, placeholder)
      select printf('%022d', i), ${FULL}, 'image', i, 'a.jpg', 'image/jpeg', 1, 1, 1, 1200, 800, 'data:image/webp;base64,' || printf('%.*c', 120, 'A') from n`,
    `insert into folio_media (user_id, version, media_id) select ${FULL}, 1, id from media`,
    posts(String(FULL), 'i', POSTS),
    posts(`${FIRST} + i % ${CREATORS}`, `${POSTS} + i`, CREATORS * POSTS_OF_EACH),
    ...Object.entries(READERS).map(
      ([followed, reader]) => `insert into follows (follower_id, followee_id, at)
        select ${reader}, id, 1 from users where id between ${FIRST} and ${FIRST} + ${followed} - 1`,
    ),
  ])
    db.exec(sql)
  db.exec('commit; analyze; pragma wal_checkpoint(truncate)')
  db.close()
}

const some = (below: number) => 1 + Math.floor(Math.random() * below)
/** Calls that are made one after the other, and the reader who makes them. */
interface Reading {
  paths: string[]
  /** Null for a guest. */
  reader: number | null
}
const page = (creator: number, offset = 0): Reading => ({
  paths: [`getFolio?name=page${creator}`, `getPosts?name=page${creator}&offset=${offset}`],
  reader: READERS[10],
})
const feed = (followed: keyof typeof READERS): Reading => ({ paths: ['getPostFeed?feed=following'], reader: READERS[followed] })

/** What is measured: what costs more, and what it is compared with. */
const PAIRS = {
  [`a page with ${SECTIONS} sections and ${POSTS} posts, of an empty one`]: [() => page(FULL), () => page(EMPTY)],
  'posts after many others, of the first ones': [() => page(FULL, some(900) * 10), () => page(FULL)],
  'the feed of one who follows 1000 creators, of one who follows 10': [() => feed(1000), () => feed(10)],
} as const satisfies Record<string, [() => Reading, () => Reading]>

/** Measures the code of a creator's page with all kinds of sections and a post, on a first visit. */
async function measureCode(log: (line: string) => void): Promise<Result> {
  const executablePath = ensureChromium(log)
  const dir = mkdtempSync(join(tmpdir(), 'warren-bench-creators-'))
  const world = await startWorld({ port: 8980, dir, mode: 'production', log })
  try {
    const session = await signIn(world.url, CREATOR)
    const client = createClient({ url: world.databaseUrl })
    const account = 'select user_id, ?1, address, unixepoch() from accounts where user_id = ?2'
    await client.execute({ sql: `insert into creators (user_id, name, wallet, since) ${account}`, args: ['Studio', session.id] })
    client.close()
    await session.post('auth/addProfile', { profile: { name: 'Studio', title: 'Designer', description: '', country: 'JP', image: null } })
    const picture = await upload(session, 'island')
    const sections = JSON.parse(makeSections().json.replace(/"\d{22}"/g, JSON.stringify(picture))) as unknown[]
    const [primary_color, secondary_color] = ['#fff0fa', '#dbd0e6']
    const fields = { title: 'Studio', about: 'Letters', image: picture, video: null, video_thumbnail: null, effect: 'NONE', version: 0 }
    const page = { name: 'Studio', ...fields, primary_color, secondary_color, sections: sections.slice(0, 6) }
    await session.post('creators/addFolio', page)
    const post = { name: 'Studio', pid: null, version: 0, content: '<p>A post</p>', link: '', media: [picture], draft: false }
    await session.post('creators/addPost', post)
    const browser = await chromium.launch({ executablePath, args: CHROMIUM_FLAGS })
    const { bytes } = await load(await browser.newPage(), `${world.url}/Studio/`)
    await browser.close()
    return { name: "JS and CSS of a creator's page, brotli", value: kB(bytes), unit: 'kB', goal: 110, better: 'lower' }
  } finally {
    await world.stop()
    rmSync(dir, { recursive: true, force: true })
  }
}

/**
 * Measures the first data of a creator's page and the feed of followed creators, through the real worker and a real libSQL server, and the
 * code of the page. What is compared takes turns, so that other load on the machine affects both.
 */
export const run: Bench = async (log) => {
  const dir = mkdtempSync(join(tmpdir(), 'warren-bench-creators-'))
  const stops: (() => Promise<unknown>)[] = []
  try {
    const file = join(dir, 'warren.db')
    const empty = await serve(file)
    await migrate(empty.url)
    await empty.stop()
    fill(file)
    log(`${POSTS + CREATORS * POSTS_OF_EACH} posts written`)
    const { url: databaseUrl, stop } = await serve(file)
    stops.push(stop)
    const script = (await build({ ...optionsFor('creators', dir), sourcemap: false, write: false })).outputFiles![0]!.text
    const unused = 'http://127.0.0.1:9'
    const bindings = { ENV: 'local', APP_ORIGINS: unused, DATABASE_URL: databaseUrl, DNS_URL: unused, CHAIN_ID: '8453', RPC_URL: unused }
    const worker = await startWorkerd(writeWorker(join(dir, 'creators'), script, bindings, { LIMITS: 'Limiter' }))
    stops.push(worker.stop)
    const read = async ({ paths, reader }: Reading): Promise<number> => {
      // Each request comes from another client network, so that no rate limit of a network is reached.
      const address = `2001:db8:${some(65_535).toString(16)}:${some(65_535).toString(16)}::1`
      const started = performance.now()
      for (const path of paths) {
        const answer = await fetch(`${worker.url}/api/creators/${path}`, {
          headers: { ...(reader !== null && { cookie: cookieOf(reader) }), 'x-address': address },
        })
        const body = await answer.text()
        if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${body}`)
      }
      return performance.now() - started
    }
    return [...(await measure(read, databaseUrl, log)), await measureCode(log)]
  } finally {
    for (const stop of stops) await stop()
    rmSync(dir, { recursive: true, force: true })
  }
}

async function measure(read: (reading: Reading) => Promise<number>, databaseUrl: string, log: (line: string) => void): Promise<Result[]> {
  // What the edge asks for before it renders the page for a guest.
  const firstData = { ...page(FULL), reader: null }
  await read(firstData)
  const { statements: ofPage } = await cost(databaseUrl, () => read(firstData))
  const results: Result[] = [
    { name: 'page and posts of a creator together: database statements', value: ofPage, unit: '', goal: 2, better: 'lower' },
  ]
  for (const [name, pair] of Object.entries(PAIRS)) {
    // Fills the caches.
    for (const make of pair) for (let call = 0; call < CALLS; call++) await read(make())
    for (const path of pair[0]().paths) {
      const { statements } = await cost(databaseUrl, () => read({ ...pair[0](), paths: [path] }))
      const call = path.replace(/\?.*/, '')
      const counted = {
        name: `${call}: database statements, with the session`,
        value: statements,
        unit: '',
        goal: 2,
        better: 'lower',
      } as const
      if (!results.some((result) => result.name === counted.name)) results.push(counted)
    }
    const [larger, smaller] = [[], []] as [number[], number[]]
    for (let turn = 0; turn < ROUNDS; turn++)
      for (const [i, times] of [larger, smaller].entries()) for (let call = 0; call < CALLS; call++) times.push(await read(pair[i]!()))
    const [more, less] = [median(larger), median(smaller)]
    log(`${name}: ${round(more)} ms, ${round(less)} ms`)
    results.push({ name, value: round(more / less), unit: 'x', goal: 2, better: 'lower' })
  }
  return results
}
