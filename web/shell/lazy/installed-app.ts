import { clearFolioDrafts } from '../../lib/folio-drafts.ts'
import { forgetAllViewed } from '../../lib/forget-viewed.ts'
import { locale } from '../../lib/i18n.ts'
import { installOffer, installPrompt } from '../../lib/install-offer.ts'
import { isViewedByOther } from '../../lib/recently-viewed.ts'
import { readStored, store } from '../../lib/storage.ts'
import { readJson } from '../../lib/stored-json.ts'
import { cachedUser, refreshViewer } from '../../session/viewer.ts'
import { countVisit, shouldOfferInstall, type Visits } from './visits.ts'

/** A page that was left within this time (ms) is not stored for offline use. */
const READ_MS = 3000

let timer: ReturnType<typeof setTimeout> | undefined

/** Asks the service worker to store a copy of the page on screen. */
function saveThisPage() {
  clearTimeout(timer)
  timer = setTimeout(async () => {
    const { active } = await navigator.serviceWorker.ready
    active?.postMessage({ path: location.pathname, lang: locale() })
  }, READ_MS)
}

/** Registers the service worker, and has it store the public pages that are shown. A browser that saves data stores none. */
async function storePages() {
  if (!('serviceWorker' in navigator)) return
  try {
    await navigator.serviceWorker.register('/service-worker.js', { updateViaCache: 'none' })
  } catch {
    // The browser forbids service workers, or the device is offline. The site works without.
    return
  }
  if ((navigator as { connection?: { saveData?: boolean } }).connection?.saveData) return
  saveThisPage()
  // wouter sends the first two events at each navigation.
  for (const event of ['pushState', 'replaceState', 'popstate']) addEventListener(event, saveThisPage)
}

const VISITS = 'visits'
const DECLINED = 'install-declined'

const isInstalled = () => matchMedia('(display-mode: standalone)').matches || (navigator as { standalone?: boolean }).standalone === true
/** Safari on iPhones and iPads has `standalone`, but no prompt. */
const isByHand = () => (navigator as { standalone?: boolean }).standalone === false

function offerInstall() {
  const visits = countVisit(readJson<Visits>(VISITS), Date.now())
  store(VISITS, JSON.stringify(visits))
  const declined = Number(readStored(DECLINED)) || null
  if (isInstalled() || !shouldOfferInstall(visits, declined, Date.now())) return
  const offer = () => {
    if (installPrompt) installOffer.set({ prompt: installPrompt })
  }
  if (isByHand()) installOffer.set('by-hand')
  else if (installPrompt) offer()
  else addEventListener('installable', offer, { once: true })
}

/** Removes the offer from the screen, for three months. */
export function endInstallOffer(): void {
  store(DECLINED, String(Date.now()))
  installOffer.set(null)
}

/** Forgets what another member has viewed or drafted here: a session can end without a logout. */
async function forgetOthers() {
  const userId = cachedUser()?.user_id
  if (userId) clearFolioDrafts(userId)
  if (!isViewedByOther(cachedUser()?.user_id ?? null)) return
  // This page may be a copy, which is that of a guest, so the server is asked. Without a connection nothing is forgotten.
  const viewer = await refreshViewer()
  if (!isViewedByOther(viewer?.user_id ?? null)) return
  await forgetAllViewed()
}

/** Starts what makes the site an app: copies of pages for offline use, and the offer to install it. */
export function startApp(): void {
  void forgetOthers()
    .catch(() => {})
    .then(storePages)
  offerInstall()
}
