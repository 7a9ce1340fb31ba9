/** The icon of the local Base wallet, as a data: URL. */
export const ICON = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><rect width="64" height="64" rx="16" fill="#eef1ff"/><rect x="18" y="18" width="28" height="28" rx="3" fill="#00f"/></svg>',
)}`

const CSS = `
:root { color-scheme: light dark; font: 400 15px/1.5 system-ui, sans-serif; color: light-dark(#14120f, #f6f1ea); background: light-dark(#fff, #15171c); }
body { display: grid; align-content: center; gap: 20px; min-height: 100dvh; margin: 0; padding: 24px; box-sizing: border-box; }
img { width: 56px; border-radius: 14px; }
h1 { margin: 0; font-size: 22px; line-height: 1.25; }
p { margin: 4px 0 0; color: light-dark(#57524b, #bdb4a8); }
div { display: grid; gap: 10px; }
button { min-height: 50px; border: 1px solid light-dark(#d9dce6, #3a3f4a); border-radius: 12px; background: none; color: inherit; font: inherit; font-weight: 600; cursor: pointer; }
button.yes { border-color: transparent; background: #00f; color: #fff; }
`

const make = <K extends keyof HTMLElementTagNameMap>(tag: K, set: Partial<HTMLElementTagNameMap[K]>, ...children: Node[]) => {
  const made = Object.assign(document.createElement(tag), set)
  made.append(...children)
  return made
}

const sheet = new CSSStyleSheet()
sheet.replaceSync(CSS)
document.adoptedStyleSheets = [sheet]
const head = (title: string) =>
  make(
    'header',
    {},
    make('img', { src: ICON, alt: '' }),
    make('h1', { textContent: title }),
    make('p', { textContent: 'Base wallet of the local world · play money' }),
  )
document.body.append(head('Waiting for the app'))

/** Asks which account to sign in (or only to connect) with; null when the person declines. */
export function askAccount(host: string, signIn: boolean): Promise<'demo' | 'own' | 'new' | null> {
  const title = signIn ? `Sign in to ${host}` : `Connect to ${host}`
  const hasOwn = localStorage.getItem('base-wallet.new') !== null
  return new Promise((resolve) => {
    const button = (textContent: string, choice: 'demo' | 'own' | 'new' | null, className = '') =>
      make('button', {
        type: 'button',
        textContent,
        className,
        onclick: () => {
          document.body.replaceChildren(head('Waiting for the app'))
          resolve(choice)
        },
      })
    const ways = make('div', {}, button('Demo Base wallet', 'demo', 'yes'))
    if (hasOwn) ways.append(button('The wallet made here before', 'own'))
    ways.append(button('Create a new wallet', 'new'), button('Reject', null))
    document.body.replaceChildren(head(title), ways)
  })
}
