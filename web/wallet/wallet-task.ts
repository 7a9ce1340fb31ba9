import { useEffect, useState } from 'react'
import { createStore } from '../ui/store.ts'

/**
 * After how long a step counts as overdue (ms). Most people need less time to find and confirm a request, also on a phone; and a block of
 * our chain takes two seconds.
 */
export const OVERDUE_MS = 60_000

export interface TaskState<Step> {
  /** The step that runs, or in which the last run ended; null before the first run. */
  step: Step | null
  busy: boolean
  /** Whether the step has had no end for {@link OVERDUE_MS}. The dialog can then be closed. */
  isOverdue: boolean
  error: unknown
}

/**
 * Work that asks a wallet, step by step, and may never end. After `leave`, which a dialog calls when it closes, the work continues with an
 * aborted signal, so that it opens no further window and changes no page.
 */
export function createTask<Step>() {
  const store = createStore<TaskState<Step>>({ step: null, busy: false, isOverdue: false, error: null })
  let run: AbortController | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  const set = (changes: Partial<TaskState<Step>>) => store.set({ ...store.get(), ...changes })

  const enter = (step: Step) => {
    clearTimeout(timer)
    timer = setTimeout(() => set({ isOverdue: true }), OVERDUE_MS)
    set({ step, isOverdue: false })
  }

  return {
    get: store.get,
    use: store.use,
    /** Runs `work`, whose error becomes the state's `error`. `work` gets a function that enters the next step. */
    async run(first: Step, work: (enter: (step: Step) => void, signal: AbortSignal) => Promise<void>): Promise<void> {
      const mine = new AbortController()
      run = mine
      set({ busy: true, error: null })
      enter(first)
      try {
        await work((step) => run === mine && enter(step), mine.signal)
      } catch (error) {
        if (run === mine) set({ error })
      }
      if (run !== mine) return
      clearTimeout(timer)
      set({ busy: false, isOverdue: false })
    },
    leave(): void {
      run?.abort()
      run = undefined
      clearTimeout(timer)
    },
    /** Removes the error; with `step: null` also the progress. */
    clear: (changes: { step?: null } = {}) => set({ ...changes, error: null }),
  }
}

/** A task of the component, which is left when the component is removed. */
export function useTask<Step>() {
  const [task] = useState(() => createTask<Step>())
  useEffect(() => task.leave, [task])
  return { ...task.use(), ...task }
}
