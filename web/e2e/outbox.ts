import { ports } from './world.ts'

interface Mail {
  to: string
  subject: string
  text: string
  at: number
}

const OUTBOX = `http://localhost:${ports.outside}/outbox.json`

/** Waits for a mail to this address with this subject, sent after the time `after` (ms), and returns the newest one. */
export async function mailTo(address: string, subject: RegExp, after = 0): Promise<Mail> {
  for (;;) {
    const mails = (await (await fetch(OUTBOX)).json()) as Mail[]
    const mail = mails.find(({ to, subject: about, at }) => to === address && subject.test(about) && at > after)
    if (mail) return mail
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

/** The first link in a mail. */
export const linkIn = ({ text }: Mail): string => /https?:\/\/\S+/.exec(text)![0]
