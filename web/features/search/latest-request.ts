/**
 * Returns a function that requests the answer to a text, one request at a time. Of the texts requested meanwhile only the last is sent, and
 * answers to earlier texts are not shown. `null` drops the running request's answer.
 */
export function requestLatest<T>(
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

/** How much of a search text is searched (UTF-16 code units). The call refuses texts of more than a thousand. */
const MAX_TEXT = 200

/** The search text of an address. Only the beginning of a longer one is searched, so the rest is left out. */
export const searchTextOf = (query: string): string => query.trim().slice(0, MAX_TEXT).toWellFormed()

/** Whether a text is long enough to search: two letters or digits, or one Chinese, Japanese or Korean character. */
export const isLongEnough = (text: string): boolean => CJK.test(text) || (text.match(/[\p{L}\p{N}]/gu)?.length ?? 0) >= 2
