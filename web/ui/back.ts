/**
 * The browser's back button closes the topmost dialog instead of leaving the page. While a dialog is open, the history has one extra entry
 * for all dialogs. It is removed when the last one closes; a navigation replaces it.
 */
const dialogs: (() => void)[] = []
/** Whether the history's current entry is the dialogs' entry. */
let hasEntry = false
/** Whether removing the entry (`history.back()`) is still running. */
let isGoingBack = false
let waiting: (() => void)[] = []
/** The browser's method, or wouter's in its place. Set when the first dialog opens. */
let pushState: History['pushState'] | undefined

const isOurs = () => (history.state as { dialog?: true } | null)?.dialog === true

function setEntry(wanted: boolean) {
  hasEntry = wanted
  if (wanted && !isOurs()) pushState!.call(history, { ...history.state, dialog: true }, '')
  if (wanted) history.pushState = (...entry) => history.replaceState(...entry)
  // wouter replaces the browser's pushState, to be notified of changes.
  else history.pushState = pushState!
}

function update() {
  if (isGoingBack) return
  if (dialogs.length && !hasEntry) return setEntry(true)
  if (!dialogs.length && hasEntry) {
    setEntry(false)
    if (isOurs()) {
      isGoingBack = true
      return history.back()
    }
  }
  if (dialogs.length) return
  const ready = waiting
  waiting = []
  for (const run of ready) run()
}

function onPopState() {
  if (isGoingBack) {
    // Deferred: the browser restores the scroll position after this event, and waiting functions may scroll.
    setTimeout(() => {
      isGoingBack = false
      update()
    })
    return
  }
  if (!hasEntry || isOurs()) return
  setEntry(false)
  dialogs.at(-1)?.()
  // A dialog that must stay open gets its entry back.
  setTimeout(update)
}

function listen() {
  if (pushState) return
  pushState = history.pushState
  addEventListener('popstate', onPopState)
}

/** Calls `close` when the user goes back. Call the returned function once the dialog is gone. */
export function onBack(close: () => void): () => void {
  listen()
  dialogs.push(close)
  // Deferred: a dialog that opens in the same moment as another closes keeps the entry.
  setTimeout(update)
  return () => {
    dialogs.splice(dialogs.indexOf(close), 1)
    setTimeout(update)
  }
}

/** Calls `run` once no dialog is open and the dialogs' entry has left the history. */
export function afterDialogs(run: () => void): void {
  listen()
  waiting.push(run)
  setTimeout(update)
}
