/**
 * Asks one question at a time. What is wanted meanwhile waits, and only the last of it is asked; an answer to anything but
 * the latest text is dropped. So a slow network never shows the results of an earlier word.
 */
export function askLatest<T>(
  ask: (text: string) => Promise<T>,
  show: (text: string, answer: T | Error) => void,
): (text: string | null) => void {
  let wanted: string | null = null
  let asked: string | null = null
  let running = false

  async function run() {
    running = true
    while (wanted !== null && wanted !== asked) {
      const text: string = wanted
      asked = text
      const answer = await ask(text).catch((error: unknown) => (error instanceof Error ? error : new Error(String(error))))
      if (text === wanted) show(text, answer)
    }
    running = false
  }

  return (text) => {
    wanted = text
    if (text === null) asked = null
    if (!running) void run()
  }
}

const CJK = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u

/** Whether a text is worth a search: two letters, or one of a script whose letters are words. */
export const longEnough = (text: string): boolean => CJK.test(text) || (text.match(/[\p{L}\p{N}]/gu)?.length ?? 0) >= 2
