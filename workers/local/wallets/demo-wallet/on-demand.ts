/**
 * Loads the demo wallets when the page first asks for wallets (EIP-6963), or at once in a browser that has used one. So a guest's page is as
 * small in the local world as in production. The wallets announce themselves when they are loaded.
 */
const WALLETS = '/local/wallets.js'
/** In the browser's storage: the wallet that the app used last. */
const LAST = 'warren.wallet'

const load = () => void import(WALLETS)

addEventListener('eip6963:requestProvider', load, { once: true })
if (localStorage.getItem(LAST)) load()
