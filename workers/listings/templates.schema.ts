import { type Locale, type Translations, translationOf } from '../shared/locales.schema.ts'
import { cleanLine } from '../shared/text.schema.ts'
import type { ListType } from './list-types.schema.ts'

/**
 * A template for the texts of a listing. Text in brackets is a prompt that tells the user what to write; it must not be published. The
 * card texts of jobs and events are optional, so they contain no prompt that would block publishing.
 */
interface Template {
  card: string
  description: string[]
}

/** Placeholder for the title of the listing. */
const TITLE = '{title}'

const TEMPLATES: Record<ListType, Translations<Template>> = {
  services: {
    en: {
      card: `${TITLE}. [Say in one sentence who it is for and what they get.]`,
      description: [
        `${TITLE}.`,
        '[Say what you do, and for whom.]',
        'What you get:',
        '- [What you hand over, and in which form.]',
        '- [How long it takes, and how many revisions there are.]',
        '- [What you need from the buyer before you start.]',
        '[Say how you work, or describe something you made before.]',
      ],
    },
    ja: {
      card: `${TITLE}。［どんな方に、何をお渡しするのかを一文で書いてください。］`,
      description: [
        `${TITLE}。`,
        '［どんな方に、何をするのかを書いてください。］',
        'お渡しするもの：',
        '- ［お渡しするものと、その形式］',
        '- ［かかる日数と、修正できる回数］',
        '- ［始める前に、購入者に用意していただくもの］',
        '［進め方やこれまでの仕事など、あなたらしさが伝わることを書いてください。］',
      ],
    },
  },
  jobs: {
    en: {
      card: `${TITLE}. Read about the work, and apply here.`,
      description: [
        `We are looking for: ${TITLE}.`,
        '[Say who you are and what the work is for.]',
        'What you will do:',
        '- [The main task and its result.]',
        '- [When it starts, how long it takes, and the working hours.]',
        '- [The skills and tools that are needed.]',
        '[Say what to send with an application, and when you decide.]',
      ],
    },
    ja: {
      card: `${TITLE}。仕事の内容をご確認のうえ、ご応募ください。`,
      description: [
        `${TITLE}を募集します。`,
        '［募集しているのはだれか、何のための仕事かを書いてください。］',
        '仕事の内容：',
        '- ［主な業務と、その成果物］',
        '- ［開始日、期間、稼働時間］',
        '- ［必要な経験や、用意していただくもの］',
        '［応募のときに送ってほしいものと、選考の時期を書いてください。］',
      ],
    },
  },
  events: {
    en: {
      card: `${TITLE}. See what happens and when, and request to join.`,
      description: [
        `You are invited: ${TITLE}.`,
        '[Say what happens, from start to end.]',
        'Good to know:',
        '- [Who it is for, and what they need to know before.]',
        '- [What to bring, and what is there.]',
        '- [How to enter, and until when.]',
        '[Introduce the host.]',
      ],
    },
    ja: {
      card: `${TITLE}。内容と日時をご確認のうえ、お申し込みください。`,
      description: [
        `${TITLE}のご案内です。`,
        '［当日の流れを、始まりから終わりまで書いてください。］',
        'ご参加の前に：',
        '- ［対象となる方と、必要な予備知識］',
        '- ［持ち物と、会場にあるもの］',
        '- ［受付の方法と、入場できる時刻］',
        '［主催者を紹介してください。］',
      ],
    },
  },
}

const PROMPT = /\[[^\]]+\]|［[^］]+］/gu
const PROMPTS = Object.values(TEMPLATES).flatMap((kind) =>
  Object.values(kind).flatMap(({ card, description }) => [card, ...description].flatMap((line) => line.match(PROMPT) ?? [])),
)

/** The template texts for a title: the text of the card, and the lines of the main description. */
export function templateFor(title: string, listType: ListType, lang: Locale): Template {
  const { card, description } = translationOf(TEMPLATES[listType], lang)
  // Replaces with a function, because a title may contain a replacement pattern such as `$&`.
  const fill = (line: string) => line.replace(TITLE, () => title)
  return { card: fill(card), description: description.map(fill) }
}

/** Checks if a plain text still contains an unchanged prompt of any template, in any language. */
export function holdsPrompt(text: string): boolean {
  const line = cleanLine(text)
  return PROMPTS.some((prompt) => line.includes(prompt))
}
