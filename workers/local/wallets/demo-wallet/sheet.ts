import type { Description } from './describe.ts'
import { SHEET_CSS } from './sheet.css.ts'

interface Wallet {
  name: string
  address: string
  icon: string
}

type Child = Node | string

function element<K extends keyof HTMLElementTagNameMap>(tag: K, set: Partial<HTMLElementTagNameMap[K]>, ...children: Child[]) {
  const created = Object.assign(document.createElement(tag), set)
  created.append(...children)
  return created
}

// The sheet is in its own shadow root, so neither the page's styles nor its content security policy need exceptions for it.
function root(): ShadowRoot {
  const host = document.createElement('demo-wallet')
  host.lang = 'en'
  host.dataset.theme = document.documentElement.dataset.theme ?? ''
  const shadow = host.attachShadow({ mode: 'open' })
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(SHEET_CSS)
  shadow.adoptedStyleSheets = [sheet]
  document.body.append(host)
  return shadow
}

let queue: Promise<unknown> = Promise.resolve()

/** Shows one request at a time; resolves to true on Confirm and to false on Reject or Esc. */
export function confirmIn(wallet: Wallet, description: Description): Promise<boolean> {
  const answer = queue.then(() => show(wallet, description))
  queue = answer
  return answer
}

function show(wallet: Wallet, { title, rows, raw, warning }: Description): Promise<boolean> {
  const shadow = root()
  const reject = element('button', { type: 'button', textContent: 'Reject', autofocus: true })
  const confirm = element('button', { type: 'button', textContent: 'Confirm', className: 'yes' })
  const picture = element('img', { src: wallet.icon, alt: '' })
  const heading = element('h2', { id: 'title', textContent: title })
  const facts = rows.map(([label, value]) =>
    element('div', {}, element('dt', { textContent: label }), element('dd', { textContent: value })),
  )
  const dialog = element(
    'dialog',
    {},
    element(
      'div',
      { className: 'head' },
      picture,
      element('p', {}, element('b', { textContent: wallet.name }), element('span', { textContent: 'Local demo wallet · play money' })),
      element('code', { textContent: `${wallet.address.slice(0, 6)}…${wallet.address.slice(-4)}` }),
    ),
    element(
      'div',
      { className: 'body' },
      heading,
      ...(warning ? [element('p', { className: 'warning', role: 'alert', textContent: warning })] : []),
      ...(facts.length ? [element('dl', {}, ...facts)] : []),
      ...(raw
        ? [
            element(
              'details',
              {},
              element('summary', { textContent: 'What exactly is signed' }),
              element('pre', { textContent: raw, tabIndex: 0 }),
            ),
          ]
        : []),
    ),
    element('div', { className: 'foot' }, reject, confirm),
  )
  dialog.setAttribute('aria-labelledby', 'title')
  shadow.append(dialog)
  return new Promise((resolve) => {
    const finish = (answer: boolean) => {
      dialog.close()
      shadow.host.remove()
      resolve(answer)
    }
    confirm.addEventListener('click', () => finish(true))
    reject.addEventListener('click', () => finish(false))
    dialog.addEventListener('cancel', (event) => {
      event.preventDefault()
      finish(false)
    })
    // A modal dialog is above the app's dialog and is the only element that is not inert.
    dialog.showModal()
  })
}
