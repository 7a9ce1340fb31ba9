/**
 * The browser's back button closes the topmost dialog instead of leaving the page. While a dialog is open, the history has one extra entry
 * for all dialogs. It is removed when the last one closes; a navigation replaces it.
 */
const open: (() => void)[] = []
/** Whether the history's current entry is the dialogs' entry. */
let held = false
/** Whether removing the entry (`history.back()`) is still running. */
let leaving = false
let waiting: (() => void)[] = []
const { pushState } = history

const isOurs = () => (history.state as { dialog?: true } | null)?.dialog === true

function hold(yes: boolean) {
  held = yes
  if (yes && !isOurs()) pushState.call(history, { ...history.state, dialog: true }, '')
  if (yes) history.pushState = (...entry) => history.replaceState(...entry)
  // wouter replaces the browser's pushState, to be notified of changes.
  else history.pushState = pushState
}

function settle() {
  if (leaving) return
  if (open.length && !held) return hold(true)
  if (!open.length && held) {
    hold(false)
    if (isOurs()) {
      leaving = true
      return history.back()
    }
  }
  if (open.length) return
  const ready = waiting
  waiting = []
  for (const run of ready) run()
}

addEventListener('popstate', () => {
  if (leaving) {
    // Deferred: the browser restores the scroll position after this event, and waiting functions may scroll.
    setTimeout(() => {
      leaving = false
      settle()
    })
    return
  }
  if (!held || isOurs()) return
  hold(false)
  open.at(-1)?.()
  // A dialog that must stay open gets its entry back.
  setTimeout(settle)
})

/** Calls `close` when the user goes back. Call the returned function once the dialog is gone. */
export function onBack(close: () => void): () => void {
  open.push(close)
  // Deferred: a dialog that opens in the same moment as another closes keeps the entry.
  setTimeout(settle)
  return () => {
    open.splice(open.indexOf(close), 1)
    setTimeout(settle)
  }
}

/** Runs once no dialog is open and its entry has left the history. */
export function afterDialogs(run: () => void): void {
  waiting.push(run)
  setTimeout(settle)
}
