import { now, opaqueId } from '../shared/ids.ts'
import { signedIn, type TestUser } from '../shared/testing.ts'
import { media } from '../uploads/tables.ts'
import { creators } from './creator-tables.ts'
import type { Folio, FolioAnswer, FolioRequest, SavedFolio } from './folios.schema.ts'
import { ask, db, newName, newWallet, testEnv } from './testing.ts'

/** Creates a creator by a row only, without the chain. Returns the member and the name. */
export async function createPage({ removedAt = null as number | null } = {}): Promise<{ user: TestUser; name: string }> {
  const user = await signedIn(testEnv, { address: newWallet() })
  const name = newName()
  await db.insert(creators).values({ userId: user.id, name, wallet: user.address, since: now(), removedAt })
  return { user, name }
}

/** Adds a finished picture of a member without its file, and returns its id. `over` replaces columns. */
export async function addFile({ id: userId }: TestUser, over: Partial<typeof media.$inferInsert> = {}): Promise<string> {
  const id = opaqueId()
  const row = { id, userId, kind: 'image', key: `originals/${id}`, originalFilename: 'a.jpg', contentType: 'image/jpeg', size: 1 }
  await db.insert(media).values({ ...row, createdAt: now(), readyAt: now(), width: 1600, height: 900, ...over })
  return id
}
export const addVideo = (user: TestUser, contentType = 'video/mp4') => addFile(user, { kind: 'video', contentType })

export const newId = () => crypto.randomUUID()

/** A section of each kind. The pictures are media ids; null leaves out those that may be missing. */
export const allSections = (slide: string, picture: string | null = null): FolioRequest['sections'] => [
  { id: newId(), kind: 'FULL_PAGE', title: 'Books', text: '<p>I draw <strong>books</strong>.</p>', picture },
  { id: newId(), kind: 'ROADMAP', title: 'Plans', steps: [{ title: 'First book', text: 'Thirty pages.', when: 'Spring 2027' }] },
  {
    id: newId(),
    kind: 'TEAM',
    title: 'Us',
    members: [{ name: 'Ben', role: 'Editor', text: 'Reads.', picture, link: 'https://example.com/ben' }],
  },
  { id: newId(), kind: 'COLUMN', title: '', columns: [{ title: 'One', text: '<p>1</p>', picture }] },
  { id: newId(), kind: 'ROW', title: '', rows: [{ title: 'Two', text: '', picture }] },
  { id: newId(), kind: 'CAROUSEL', title: 'Pictures', slides: [{ picture: slide, caption: 'A fox', link: '' }] },
]

/** A valid page without files; `overrides` replaces fields. */
export const folioBody = (name: string, overrides: Record<string, unknown> = {}) => ({
  name,
  title: 'Aiko draws',
  about: 'Books for children.',
  image: null,
  video: null,
  video_thumbnail: null,
  effect: 'NONE',
  primary_color: '#fff0fa',
  secondary_color: '#dbd0e6',
  sections: [] as unknown[],
  version: 0,
  ...overrides,
})

export const save = (user: TestUser | undefined, name: string, overrides: Record<string, unknown> = {}) =>
  ask('POST', 'addFolio', user, folioBody(name, overrides))

/** Saves a page, which must succeed. */
export async function saved(user: TestUser, name: string, overrides: Record<string, unknown> = {}): Promise<SavedFolio> {
  const response = await save(user, name, overrides)
  if (response.status !== 200) throw new Error(`addFolio answered ${response.status} ${await response.text()}`)
  return response.json()
}

export const getFolio = (name: string, as?: TestUser) => ask('GET', `getFolio?name=${encodeURIComponent(name)}`, as)
/** The page as everybody sees it. */
export const folioOf = async (name: string): Promise<Folio> => ((await (await getFolio(name)).json()) as FolioAnswer).folio
